// @ts-check
// Draws groups as horizontal bars with whiskers. The labels stand left of the bars where there is room, else above them.

import { grouped, s } from './dom.js';
import { intervalMarks } from './interval.js';

/** @typedef {{label: string, lower: number, upper: number, figures: string}} Group */

const pen = document.createElement('canvas').getContext('2d');

/** How wide a text is drawn, in pixels. @param {string} text */
function widthOf(text) {
    if (!pen) return text.length * 8;
    pen.font = `13px ${getComputedStyle(document.body).fontFamily}`;
    return pen.measureText(text).width;
}

/** Round numbers from 0 to what all groups need, six at most. @param {number} most */
function ticksTo(most) {
    const power = 10 ** Math.floor(Math.log10(most / 5));
    const step = Math.max(1, power * ([1, 2, 5].find(times => times * power >= most / 5) ?? 10));
    return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
}

/** @param {string} text @param {number} room in pixels */
function shortened(text, room) {
    const width = widthOf(text);
    return width <= room ? text : `${text.slice(0, Math.max(1, Math.floor((text.length * room) / width) - 2))}…`;
}

/**
 * @param {Group[]} groups one or more @param {number} width in pixels @param {string} label what the picture shows, in words
 * @returns {SVGElement}
 */
export function groupChart(groups, width, label) {
    const longest = (/** @type {'label' | 'figures'} */ part) => Math.max(...groups.map(group => widthOf(group[part])));
    const beside = width >= 480;
    const figuresWidth = beside ? longest('figures') + 16 : 0;
    const left = beside ? Math.min(longest('label') + 14, width * 0.32) : 1;
    const plot = Math.max(60, width - left - figuresWidth - 2);
    const ticks = ticksTo(Math.max(1, ...groups.map(({ upper }) => upper)));
    const scale = { least: 0, greatest: ticks[ticks.length - 1] };
    const rowHeight = beside ? 30 : 46;
    const top = 26;
    const height = top + groups.length * rowHeight;

    const grid = ticks.map((tick, i) => {
        const x = left + (plot * tick) / scale.greatest;
        const anchor = i === 0 ? 'start' : i === ticks.length - 1 ? 'end' : 'middle';
        return [s('line', { class: 'grid', x1: x, x2: x, y1: top - 8, y2: height }),
                s('text', { class: `tick ${anchor}`, x, y: 12 }, grouped(tick))];
    });
    const rows = groups.map((group, i) => {
        const y = top + i * rowHeight;
        const bar = beside ? y + 8 : y + 24;
        const room = beside ? left - 14 : width - widthOf(group.figures) - 16;
        return s('g', {},
            s('title', {}, `${group.label}: ${group.figures}`),
            s('text', { x: 0, y: beside ? y + 19 : y + 14 }, shortened(group.label, room)),
            ...intervalMarks(group.lower, group.upper, scale, { x: left, width: plot, y: bar, height: 14 }),
            s('text', { class: 'end', x: width, y: beside ? y + 19 : y + 14 }, group.figures));
    });
    return s('svg', { class: 'chart', role: 'img', 'aria-label': label, width, height, viewBox: `0 0 ${width} ${height}` }, ...grid.flat(), ...rows);
}
