// @ts-check
// Shows the groups of an answer as a chart and as a table. Loaded when somebody first asks for groups.

import { csvOf, saveCsv } from './csv.js';
import { byId, grouped, h, put } from './dom.js';
import { groupChart } from './group_chart.js';
import { counted, intervalInFigures, noValue } from './words.js';

/** @typedef {import('./types').TableAnswer} TableAnswer */

const mostDrawn = 60;
const mostListed = 1000;

/** @param {string} words why there are no groups */
export function showGroupProblem(words) {
    byId('groups').hidden = false;
    byId('groups-body').replaceChildren(h('p', { class: 'problem', role: 'alert' }, words));
}

/** @type {ResizeObserver | undefined} */
let watching;
let largestFirst = false;
let tableOpen = false;

/** @param {TableAnswer} answer @param {string} title what rows are grouped by @param {string} words the question in words */
export function showGroups(answer, title, words) {
    const all = answer.rows.map(row => ({
        label: row.groups.map(group => group ?? noValue).join(', '),
        lower: row.values[0]?.lower?.value ?? 0,
        upper: row.values[0]?.upper?.value ?? 0,
        figures: row.values[0] ? intervalInFigures(row.values[0]) : '',
        row,
    }));
    const descending = [...all].sort((a, b) => b.upper - a.upper || b.lower - a.lower);
    const order = h('select', { id: 'order', change: () => { largestFirst = order.value === 'largest'; draw(); } },
        h('option', { value: 'listed', selected: !largestFirst }, 'as listed'),
        h('option', { value: 'largest', selected: largestFirst }, 'largest first'));
    let drawnWidth = 0;
    const size = h('p', { class: 'note' });
    const chart = h('div', { class: 'plot' });
    const table = h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Groups by ${title}, as a table` });
    byId('groups').hidden = false;
    byId('groups-title').textContent = `By ${title}`;
    put(byId('groups-body'),
        h('div', { class: 'tools' }, size, h('div', { class: 'field row' }, h('label', { for: 'order' }, 'Order'), order)),
        all.length > 0 && chart,
        h('p', { class: 'legend', 'aria-hidden': 'true' },
            h('span', { class: 'key surely' }), 'surely', h('span', { class: 'key perhaps' }), 'perhaps'),
        h('details', { class: 'more', open: tableOpen, toggle: (/** @type {any} */ event) => { tableOpen = event.target.open; } },
            h('summary', {}, 'The same as a table'), table),
        h('button', { type: 'button', class: 'plain', click: save }, 'Download as CSV'));
    watching?.disconnect();
    watching = new ResizeObserver(() => drawChart());
    watching.observe(chart);
    draw();

    /** All of few groups; of many those that may have anybody, the largest of them. */
    function shown() {
        if (all.length <= mostDrawn) return largestFirst ? descending : all;
        const largest = descending.slice(0, mostDrawn).filter(({ upper }, i) => upper > 0 || i === 0);
        return largestFirst ? largest : all.filter(group => largest.includes(group));
    }

    function draw() {
        const inTable = all.length > mostListed ? `the first ${grouped(mostListed)}, the file all` : 'all';
        const many = shown().length < mostDrawn ? 'that may have anybody' : 'largest';
        const drawn = all.length > mostDrawn ? `; drawn are the ${shown().length} ${many}, the table has ${inTable}` : '';
        size.textContent = `${counted(all.length, 'group')}${drawn}.`;
        drawnWidth = 0;
        drawChart();
        const listed = (largestFirst ? descending : all).slice(0, mostListed);
        table.replaceChildren(h('table', {},
            h('caption', { class: 'unseen' }, `${words}, by ${title}`),
            h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, title),
                ...['at least', 'at most'].map(bound => h('th', { scope: 'col', class: 'n' }, bound)))),
            h('tbody', {}, ...listed.map(({ label, row }) => h('tr', {}, h('th', { scope: 'row' }, label),
                h('td', { class: 'n' }, row.values[0]?.lower?.shown ?? ''), h('td', { class: 'n' }, row.values[0]?.upper?.shown ?? ''))))));
    }

    /** Again only where the width is another one. */
    function drawChart() {
        const width = Math.floor(chart.clientWidth);
        if (width <= 0 || width === drawnWidth || all.length === 0) return;
        drawnWidth = width;
        const label = `Bar chart of ${counted(shown().length, 'group')} by ${title}; the table below says the same`;
        chart.replaceChildren(groupChart(shown(), width, label));
    }

    function save() {
        saveCsv('groups.csv', csvOf([[title, 'at least', 'at most'],
            ...all.map(({ row: { groups, values } }) =>
                [groups.map(group => group ?? '').join(', '), values[0]?.lower?.exact ?? null, values[0]?.upper?.exact ?? null])]));
    }
}
