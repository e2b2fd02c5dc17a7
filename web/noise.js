// @ts-check
// The page for answers with noise: holds a question, says what it would cost before anybody pays, asks it when told to, and shows
// estimates, intervals, the price and what is left.

import { noisyAnswer, noisyPrice } from './api.js';
import { conditionCards } from './conditions.js';
import { byId, debounced, grouped, h, put } from './dom.js';
import { handle, hideBanner, openSession } from './session.js';
import { choiceInWords, counted, noValue } from './words.js';

/**
 * @typedef {import('./types').StatDb} StatDb
 * @typedef {import('./types').NoisyAnswer} NoisyAnswer
 * @typedef {import('./types').NoisyQuestion} NoisyQuestion
 * @typedef {import('./types').NoisyValue} NoisyValue
 */

/** @type {StatDb[]} */
let statdbs = [];
/** @type {StatDb} */
let statdb;
/** @type {import('./types').Where} */
let where = {};
/** @type {AbortController | null} */
let running = null;

const priceSoon = debounced(200, () => void price());
/** @type {Record<string, string>} */
const measures = { sum: 'Sum of', avg: 'Mean of', median: 'Median of', min: 'Least', max: 'Greatest' };

byId('reset').onclick = () => begin(statdb);
byId('ask-form').onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    void ask();
};
for (const name of ['amount', 'lowest', 'highest']) byId(name).oninput = changed;
byId('confidence').onchange = changed;
byId('measure').onchange = () => {
    byId('bounds').hidden = byId('measure').value === 'count';
    changed();
};
byId('by').onchange = () => {
    drawLevels();
    changed();
};
byId('level').onchange = changed;
await openSession(schema => {
    statdbs = schema.statdbs.filter(({ frameworks }) => frameworks.includes('dp'));
    byId('no-statdb').hidden = statdbs.length > 0;
    byId('desk').hidden = statdbs.length === 0;
    if (statdbs.length > 0) begin(statdbs.find(({ budget }) => budget) ?? statdbs[0]);
});

/** Shows the controls for a question of a database. @param {StatDb} chosen */
function begin(chosen) {
    statdb = chosen;
    where = {};
    byId('statdb-field').hidden = statdbs.length < 2;
    byId('statdb').replaceChildren(...statdbs.map(({ name }) => h('option', { value: name, selected: name === statdb.name }, name)));
    byId('statdb').onchange = () => begin(statdbs.find(({ name }) => name === byId('statdb').value) ?? statdb);
    const { sensitive } = statdb;
    byId('measure').replaceChildren(h('option', { value: 'count' }, 'Number of records'),
        ...(sensitive.kind === 'number' ? Object.entries(measures) : []).map(([value, words]) =>
            h('option', { value }, `${words} ${sensitive.name}`)));
    byId('bounds').hidden = true;
    byId('lowest').value = byId('highest').value = '';
    byId('by').replaceChildren(h('option', { value: '' }, 'nothing'),
        ...statdb.quasi_identifiers.map(({ name }) => h('option', { value: name }, name)));
    drawLevels();
    byId('cards').replaceChildren(...conditionCards(statdb, where, changed));
    byId('amount-label').textContent = `Spend ${statdb.budget?.unit ?? 'epsilon'}`;
    byId('answer').hidden = true;
    drawBudget();
    changed();
}

function drawLevels() {
    const column = statdb.quasi_identifiers.find(({ name }) => name === byId('by').value);
    byId('level-field').hidden = !column || column.levels.length < 2;
    byId('level').replaceChildren(...(column?.levels ?? []).map(({ values }, i) =>
        h('option', { value: i }, `${i === 0 ? 'values' : `level ${i}`} (${grouped(values)})`)));
}

/** A share as people read it; "1/3" stays exact. @param {string} amount */
function numberOf(amount) {
    const [above, below = '1'] = amount.split('/');
    return Number(above) / Number(below);
}

function drawBudget() {
    const { budget } = statdb;
    byId('budget').hidden = !budget || budget.closed;
    byId('ask-form').hidden = byId('budget').hidden;
    if (!budget) {
        byId('budget-words').textContent = 'Nothing was granted to you here. Whoever keeps the data does that.';
        return;
    }
    byId('budget-words').textContent = budget.closed ? 'Your account is closed.'
        : `${budget.left} of ${budget.granted} ${budget.unit} left.`;
    byId('budget').max = numberOf(budget.granted);
    byId('budget').value = numberOf(budget.left);
}

/** @returns {NoisyQuestion} */
function question() {
    const measure = byId('measure').value;
    const by = byId('by').value || undefined;
    const amount = byId('amount').value.trim();
    const of = measure === 'count' ? undefined : statdb.sensitive.name;
    const bounds = of && { lowest: byId('lowest').value.trim(), highest: byId('highest').value.trim() };
    // A choice has no Gaussian noise; a budget of rho pays for it, too.
    const gaussian = statdb.budget?.unit === 'rho' && !['median', 'min', 'max'].includes(measure);
    byId('amount-label').textContent = `Spend ${gaussian ? 'rho' : 'epsilon'}`;
    return { statdb: statdb.name, where: structuredClone(where), by, level: by ? Number(byId('level').value) || undefined : undefined,
             measure, of, ...bounds, [gaussian ? 'rho' : 'epsilon']: amount, confidence: byId('confidence').value };
}

/** In words: "Median of wage, age 30 to 50". */
function inWords() {
    const conditions = Object.entries(where).map(([column, choice]) => `${column} ${choiceInWords(choice, ' or ')}`);
    return [byId('measure').selectedOptions[0].textContent, ...conditions].join(', ');
}

/** The question is another one: what would it cost? */
function changed() {
    byId('ask').disabled = true;
    byId('price').textContent = '';
    say('');
    running?.abort();
    question();
    if (statdb.budget && !statdb.budget.closed && byId('amount').value.trim() !== '') priceSoon();
}

/** @param {string} words */
function say(words) {
    byId('problem').textContent = words;
    byId('problem').hidden = words === '';
}

async function price() {
    running?.abort();
    const turn = running = new AbortController();
    try {
        const { unit, cost, left, granted, again } = await noisyPrice(question(), turn.signal);
        if (turn !== running) return;
        hideBanner();
        byId('price').textContent = again ? 'Asked before: the same answer again, at no cost.'
            : `It costs ${cost} ${unit}; ${left} of ${granted} are left before it.`;
        byId('ask').disabled = false;
    } catch (error) {
        if (turn !== running || turn.signal.aborted) return;
        const problem = handle(error, price);
        if (problem) say(problem.message);
    }
}

async function ask() {
    if (byId('ask').disabled) return;
    byId('ask').disabled = true;
    const words = inWords();
    try {
        show(await noisyAnswer(question()), words);
        hideBanner();
        await price();
    } catch (error) {
        const problem = handle(error, ask);
        if (problem) say(problem.message);
    }
}

/** @param {NoisyValue} value */
const valueInWords = ({ estimate, lower, upper }) => `about ${estimate.shown} (${lower.shown} to ${upper.shown})`;

/** @param {NoisyAnswer} answer @param {string} words */
function show(answer, words) {
    const { price: paid } = answer;
    if (statdb.budget) statdb.budget.left = paid.left;
    drawBudget();
    byId('answer').hidden = false;
    byId('answer-title').textContent = words;
    const groups = answer.groups.length > 0;
    byId('estimate').textContent = groups ? counted(answer.rows.length, 'group') : valueInWords(answer.rows[0].values[0]);
    put(byId('groups-body'), groups && h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Estimates by group' },
        h('table', {},
            h('thead', {}, h('tr', {}, ...answer.groups.map(title => h('th', { scope: 'col' }, title)),
                ...['estimate', 'from', 'to'].map(title => h('th', { scope: 'col', class: 'n' }, title)))),
            h('tbody', {}, ...answer.rows.slice(0, 1000).map(row => h('tr', {},
                ...row.groups.map(group => h('th', { scope: 'row' }, group ?? noValue)),
                ...row.values.flatMap(({ estimate, lower, upper }) =>
                    [estimate, lower, upper].map(bound => h('td', { class: 'n' }, bound.shown)))))))));
    byId('paid').textContent = `The truth lies between the two ends with a chance of ${answer.confidence}. `
        + (paid.again ? 'Asked before: it cost nothing.' : `It cost ${paid.cost} ${paid.unit}.`);
    byId('notes').hidden = answer.notes.length === 0;
    put(byId('notes'), ...answer.notes.map(note => h('li', {}, note)));
    put(byId('promise'), h('p', { class: 'certainty' }, sentence(answer.says)),
        h('dl', {}, h('dt', {}, 'Against'), h('dd', {}, sentence(answer.against))));
}

/** @param {string} words */
const sentence = words => `${words[0].toUpperCase()}${words.slice(1)}.`;
