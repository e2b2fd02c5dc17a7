"""Plain SVG figures of four panels: result intervals as columns, their deviation as curves."""
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from charts import Axes, Panel, page  # noqa: E402, F401

COLORS = {"dyn-ana": "#0072B2", "dyn-ana one_by_one": "#56B4E9", "sta-ana": "#E69F00", "ran-pert": "#B5498A",
           "dyn-gen": "#00785A", "dyn-gen one_by_one": "#5FC9A8", "sta-gen": "#D55E00"}
REVEALING = ["dyn-ana", "dyn-ana one_by_one", "sta-ana", "ran-pert"]
CONCEALING = ["dyn-gen", "dyn-gen one_by_one", "sta-gen"]
NAMES = {name: name.replace(" one_by_one", ", one by one") for name in COLORS}


def intervals(title, panels, methods):
    """Each method's average result interval as a column, the average exact count as a curve."""
    def panel_of(panel, x, y):
        most = max([result["methods"][name]["upper"] for result in panel.results for name in methods]
                   + [result["aar"] for result in panel.results])
        axes = Axes(panel, most, x, y)
        made = axes.drawn("records")
        width = min(axes.step * 0.8 / len(methods), 18)
        for i, result in enumerate(panel.results):
            for j, name in enumerate(methods):
                own = result["methods"][name]
                top, bottom = axes.y(own["upper"]), axes.y(own["lower"])
                at = axes.x(i) + (j - len(methods) / 2) * width
                made.append(f'<rect x="{at + 1:.1f}" y="{top:.1f}" width="{width - 2:.1f}" '
                            f'height="{max(bottom - top, 1):.1f}" fill="{COLORS[name]}"/>')
        return made + axes.curve([result["aar"] for result in panel.results], "#222")

    entries = [(NAMES[name], COLORS[name], False) for name in methods] + [("exact (AAR)", "#222", True)]
    return page(f"{title}: average result interval (ARI)", entries, panels, panel_of)


def deviations(title, panels, methods):
    """The standard deviation of each method's lengths."""
    def panel_of(panel, x, y):
        axes = Axes(panel, max(r["methods"][name]["lsd"] for r in panel.results for name in methods), x, y)
        made = axes.drawn("records")
        for name in methods:
            made += axes.curve([result["methods"][name]["lsd"] for result in panel.results], COLORS[name])
        return made

    entries = [(NAMES[name], COLORS[name], True) for name in methods]
    return page(f"{title}: standard deviation of interval lengths (LSD)", entries, panels, panel_of)


FIGURES = [(7, intervals, REVEALING), (8, deviations, REVEALING), (9, intervals, CONCEALING), (10, deviations, CONCEALING)]
