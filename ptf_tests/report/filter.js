// SPDX-License-Identifier: Apache-2.0
(function () {
  "use strict";
  var form = document.getElementById("filter");
  if (!form) { return; }
  var rows = Array.prototype.slice.call(document.querySelectorAll("tr.requirement"));
  var groups = Array.prototype.slice.call(document.querySelectorAll("details.fold"));
  var open = groups.map(function (group) { return group.open; });
  var texts = rows.map(function (row) { return row.textContent.toLowerCase(); });
  var shown = document.getElementById("shown");
  var fields = ["area", "level", "verdict"];
  function apply() {
    var words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    var count = 0;
    rows.forEach(function (row, index) {
      var fits = fields.every(function (name) {
        var wanted = form.elements[name].value;
        return !wanted || row.dataset[name] === wanted;
      }) && words.every(function (word) { return texts[index].indexOf(word) >= 0; });
      row.hidden = !fits;
      count += fits ? 1 : 0;
    });
    groups.forEach(function (group, index) {
      group.hidden = !group.querySelector("tr.requirement:not([hidden])");
      group.open = count < rows.length || open[index];
    });
    shown.textContent = count === rows.length ? "all " + count + " shown" : count + " of " + rows.length + " shown";
  }
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  form.addEventListener("reset", function () { setTimeout(apply, 0); });
  document.querySelectorAll("a[data-filter]").forEach(function (link) {
    link.addEventListener("click", function () {
      form.reset();
      form.elements[link.dataset.filter].value = link.dataset.value;
      apply();
    });
  });
  // A link to a requirement must not lead to a row that is filtered out or folded away.
  function reveal() {
    var target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    var around = groups.filter(function (group) { return group.contains(target); });
    if (!around.length) { return; }
    if (target.hidden || around[0].hidden) { form.reset(); }
    setTimeout(function () {  // after what `reset` leaves for later
      around.forEach(function (group) { group.open = true; });
      target.scrollIntoView();
    }, 0);
  }
  window.addEventListener("hashchange", reveal);
  var folded = [];
  window.addEventListener("beforeprint", function () {
    folded = groups.filter(function (group) { return !group.open; });
    folded.forEach(function (group) { group.open = true; });
  });
  window.addEventListener("afterprint", function () {
    folded.forEach(function (group) { group.open = false; });
  });
  apply();
  reveal();
})();
