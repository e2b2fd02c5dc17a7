"""Plain SVG charts: panels in two columns with curves, a legend above."""
import dataclasses
import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 420, 250  # of a panel with its labels
LEFT, RIGHT, TOP, BOTTOM = 66, 14, 12, 48
HEAD = 62


@dataclasses.dataclass
class Panel:
    label: str
    ticks: list
    results: list


def ticks_up_to(most):
    """Round numbers from 0 to at least `most`, about five of them."""
    power = 10 ** math.floor(math.log10(max(most, 1e-9) / 4))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor * 4 >= most * 0.8)
    return [step * i for i in range(math.ceil(most / step - 1e-9) + 1)]


def powers_around(least, most):
    """Powers of ten, at least two of them."""
    low = math.floor(math.log10(max(least, 1e-9)) + 1e-9)
    return [10.0 ** i for i in range(low, max(low + 1, math.ceil(math.log10(max(most, 1e-9)) - 1e-9)) + 1)]


def text(x, y, words, anchor="middle", size=12, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{more}>{escape(words)}</text>'


class Axes:
    def __init__(self, panel, most, x, y, least=None):
        """From 0 to `most`; with `least`, which is above 0, by powers of ten."""
        self.by_powers = least is not None
        self.ticks = powers_around(least, most) if self.by_powers else ticks_up_to(most)
        self.left, self.right, self.top, self.bottom = x + LEFT, x + WIDTH - RIGHT, y + TOP, y + HEIGHT - BOTTOM
        self.step = (self.right - self.left) / len(panel.ticks)
        self.panel = panel

    def x(self, i):
        return self.left + (i + 0.5) * self.step

    def y(self, value):
        share = value / self.ticks[-1]
        if self.by_powers:
            share = math.log(value / self.ticks[0]) / math.log(self.ticks[-1] / self.ticks[0])
        return self.bottom - (self.bottom - self.top) * share

    def drawn(self, unit):
        made = []
        for tick in self.ticks:
            y = self.y(tick)
            made.append(f'<line x1="{self.left}" x2="{self.right}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
            made.append(text(self.left - 6, y + 4, f"{tick:,.10g}", "end", 11))
        for i, tick in enumerate(self.panel.ticks):
            made.append(text(self.x(i), self.bottom + 15, tick, size=11))
        made.append(f'<line x1="{self.left}" x2="{self.right}" y1="{self.bottom}" y2="{self.bottom}" stroke="#333"/>')
        made.append(text((self.left + self.right) / 2, self.bottom + 34, self.panel.label))
        x, y = self.left - 54, (self.top + self.bottom) / 2
        made.append(text(x, y, unit, more=f' transform="rotate(-90 {x:.1f} {y:.1f})"'))
        return made

    def curve(self, values, color):
        points = [(self.x(i), self.y(value)) for i, value in enumerate(values)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        return [f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>'] + [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{color}" stroke="#fff"/>' for x, y in points]


def legend(entries):
    """One line; a curve is a dash with a dot, a column a square."""
    made, x = [], LEFT
    for name, color, is_curve in entries:
        if is_curve:
            made.append(f'<line x1="{x}" x2="{x + 20}" y1="44" y2="44" stroke="{color}" stroke-width="2"/>')
            made.append(f'<circle cx="{x + 10}" cy="44" r="3.5" fill="{color}"/>')
        else:
            made.append(f'<rect x="{x + 4}" y="38" width="12" height="12" fill="{color}"/>')
        made.append(text(x + 25, 48, name, "start"))
        x += 25 + 7 * len(name) + 22
    return made


def page(title, entries, panels, draw_panel):
    width, height = 2 * WIDTH, HEAD + (len(panels) + 1) // 2 * HEIGHT
    made = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'font-family="Helvetica, Arial, sans-serif" fill="#222">',
            f'<rect width="{width}" height="{height}" fill="#fff"/>', text(LEFT, 22, title, "start", 15)]
    made += legend(entries)
    for i, panel in enumerate(panels):
        made += draw_panel(panel, WIDTH * (i % 2), HEAD + HEIGHT * (i // 2))
    return "\n".join(made + ["</svg>"]) + "\n"
