"use strict";
(() => {
  const form = document.getElementById("filter");
  const files = [...document.querySelectorAll("details.file")].map((file) => ({
    file,
    path: file.querySelector(".path").textContent.toLowerCase(),
    findings: [...file.querySelectorAll(".finding")].map((item) => ({ item, text: item.textContent.toLowerCase() })),
  }));
  const tallies = [...document.querySelectorAll(".tally")];
  const nothing = document.getElementById("nothing");
  const all = files.reduce((sum, { findings }) => sum + findings.length, 0);
  let code = "";

  const filter = () => {
    const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const severities = new Set([...form.querySelectorAll("[name=severity]:checked")].map((box) => box.value));
    let shown = 0;
    for (const { file, path, findings } of files) {
      let left = 0;
      for (const { item, text } of findings) {
        const fits = severities.has(item.dataset.severity) && (!code || item.dataset.code === code)
          && words.every((word) => text.includes(word) || path.includes(word));
        item.hidden = !fits;
        left += fits;
      }
      file.hidden = !left;
      shown += left;
    }
    form.elements.shown.textContent = shown === all ? `${all} shown` : `${shown} of ${all} shown`;
    nothing.hidden = shown > 0;
    for (const tally of tallies) tally.setAttribute("aria-pressed", String(tally.dataset.code === code));
  };

  for (const tally of tallies) {
    tally.setAttribute("role", "button");
    tally.addEventListener("click", (event) => {
      event.preventDefault();
      code = code === tally.dataset.code ? "" : tally.dataset.code;
      filter();
    });
    tally.addEventListener("keydown", (event) => {
      if (event.key === " ") { event.preventDefault(); tally.click(); }
    });
  }
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => { code = ""; setTimeout(filter); });
  form.elements.fold.addEventListener("click", (event) => {
    const open = files.every(({ file }) => !file.open);
    for (const { file } of files) file.open = open;
    event.target.textContent = open ? "Fold files" : "Unfold files";
  });
  const unfold = () => {
    const page = document.getElementById(location.hash.slice(1));
    if (page && page.matches("details.page")) { page.open = true; page.scrollIntoView(); }
  };
  addEventListener("hashchange", unfold);
  form.hidden = false;
  filter();
  unfold();
})();
