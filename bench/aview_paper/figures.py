"""Figures 11 to 17 from results.json: panels of curves."""
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from charts import Axes, Panel, page  # noqa: E402

PALETTE = ["#0072B2", "#D55E00", "#00785A", "#E69F00", "#B5498A", "#56B4E9", "#222222"]
PLANS = {"anonymize_then_select": "anonymize, then select", "select_then_anonymize": "select, then anonymize"}


def curves(title, unit, panels, by_powers=True):
    """`results` of a panel: the values of each curve by its name."""
    names = list(dict.fromkeys(name for panel in panels for name in panel.results))
    colors = dict(zip(names, PALETTE))

    def panel_of(panel, x, y):
        # By powers of ten there is no 0.
        floor = 1e-6 if by_powers else 0
        shown = {name: [max(value, floor) for value in values] for name, values in panel.results.items()}
        everything = [value for values in shown.values() for value in values]
        axes = Axes(panel, max(everything), x, y, min(everything) if by_powers else None)
        made = axes.drawn(unit)
        for name, values in shown.items():
            made += axes.curve(values, colors[name])
        return made

    return page(title, [(name, color, True) for name, color in colors.items()], panels, panel_of)


def short(count):
    for size, letter in ((1_000_000, "M"), (1000, "k")):
        if count >= size:
            return f"{count / size:.3g}{letter}"
    return str(count)


def points_of(label, points, names, tick=short):
    """A panel over points {"x": …, name: …}; `names` says what the curves are called."""
    return Panel(label, [tick(point["x"]) for point in points],
                 {shown: [point[name] for point in points] for name, shown in names.items()})


def sweep_panel(label, points, key="median_ms"):
    return points_of(label, [{"x": point["rows"], **point[key]} for point in points], PLANS)


def by_plan(title, sweeps):
    return curves(title, "ms", [sweep_panel(label, points) for label, points in sweeps.items()])


def draw(results):
    """The picture of each figure."""
    made = {}
    made[11] = curves("Figure 11: the whole view as the table grows", "ms", [
        points_of("records", results["11"], {"base": "no anonymization", "mondrian_cold": "mondrian, cold",
                                             "mondrian_warm": "mondrian, warm", "datafly_cold": "datafly, cold",
                                             "datafly_warm": "datafly, warm"})])
    made[12] = curves("Figure 12: the whole view by the size of blocks, cold", "ms", [
        points_of(f"records in a block, of {short(int(rows))}", points, {"datafly": "datafly", "mondrian": "mondrian"},
                  "{:,}".format)
        for rows, points in results["12"].items()])
    panels = []
    for share, recoders in results["13"].items():
        for measure, unit in (("k_deviation", "k-deviation for each record"), ("ncp", "NCP")):
            panels.append(Panel(f"records in a block; {unit}; {share} % ask for 50",
                                [f"{point['x']:,}" for point in recoders["datafly"]],
                                {f"{kind}, {recoder}": [point[kind][measure] for point in points]
                                 for recoder, points in recoders.items() for kind in ("multi-k", "single-k")}))
    made[13] = curves("Figure 13: many k and one, sparse high k", "", panels)
    made[14] = by_plan("Figure 14: two plans by the size of the answer", results["14"])
    made[15] = by_plan("Figure 15: the same for one k", results["15"])
    made[16] = by_plan("Figure 16: a view joined with a base table", results["16"])
    made[17] = by_plan("Figure 17: a view joined with another", results["17"])
    return made
