// @ts-check
// Chooses a range: of numbers by two sliders on one track and two fields, of dates and times by two fields. An empty field is no end.

import { freshId, h } from './dom.js';

/**
 * @typedef {import('./types').Column} Column
 * @typedef {import('./types').Choice} Choice
 * @typedef {import('./types').Scalar} Scalar
 */

/**
 * How far a slider goes at once: 1 for whole numbers, else about a hundredth.
 * @param {Column} column @param {number} least @param {number} greatest
 */
function stepOf(column, least, greatest) {
    const width = greatest - least;
    if (Number.isInteger(least) && Number.isInteger(greatest) && column.values <= width + 1) return 1;
    return 10 ** Math.floor(Math.log10(width / 100));
}

/** The value of a field of dates or times as the server reads it, with seconds. @param {string} text */
const asWritten = text => (text.length === 16 ? `${text}:00` : text).replace('T', ' ');

/**
 * @param {Column} column @param {Choice | undefined} choice @param {(choice: Choice | undefined) => void} changed
 * @returns {HTMLElement}
 */
export function rangeControl(column, choice, changed) {
    const numeric = column.kind === 'number';
    const type = numeric ? 'number' : column.kind === 'date' ? 'date' : 'datetime-local';
    const hint = h('p', { class: 'hint', 'aria-live': 'polite' });
    const fields = /** @type {const} */ (['from', 'to']).map(end => {
        const id = freshId(end);
        const bound = end === 'from' ? column.first : column.last;
        const input = h('input', { id, type, value: fieldText(choice?.[end]), input: fieldsChanged,
                                   ...(numeric ? { step: 'any', placeholder: bound, inputmode: 'decimal' }
                                               : { min: inputText(column.first), max: inputText(column.last) }) });
        input.setAttribute('aria-label', `${column.name}, ${end}`);
        return { input, element: h('div', { class: 'field' }, h('label', { for: id }, end), input) };
    });
    const [from, to] = fields.map(({ input }) => input);
    const least = Number(column.first);
    const greatest = Number(column.last);
    const sliders = numeric && greatest > least ? dualSlider() : null;
    sliders?.show();
    return h('div', { class: 'range' }, sliders?.element, h('div', { class: 'fields' }, ...fields.map(({ element }) => element)), hint);

    /** @param {Scalar | undefined} value */
    function fieldText(value) {
        if (value === undefined || value === null) return '';
        return numeric ? String(value) : inputText(String(value));
    }

    /** @param {string} text a date or a time as the server writes it */
    function inputText(text) {
        return column.kind === 'date' ? text.slice(0, 10) : text.replace(' ', 'T').slice(0, 19);
    }

    function fieldsChanged() {
        const read = numeric ? Number : asWritten;
        /** @type {{from?: number | string, to?: number | string}} */
        const range = {};
        if (from.value !== '') range.from = read(from.value);
        if (to.value !== '') range.to = read(to.value);
        const crossed = range.from !== undefined && range.to !== undefined && range.from > range.to;
        hint.textContent = crossed ? 'The first is greater than the second.' : '';
        from.toggleAttribute('aria-invalid', crossed);
        to.toggleAttribute('aria-invalid', crossed);
        if (crossed) return;
        sliders?.show();
        changed(range.from === undefined && range.to === undefined ? undefined : range);
    }

    function dualSlider() {
        const step = stepOf(column, least, greatest);
        const attributes = { type: 'range', min: least, max: greatest, step: step === 1 ? 1 : 'any' };
        const low = h('input', { ...attributes, 'aria-label': `${column.name}, from, slider`, input: () => moved(low) });
        const high = h('input', { ...attributes, 'aria-label': `${column.name}, to, slider`, input: () => moved(high) });
        const element = h('div', { class: 'dual' }, low, high);
        for (const slider of [low, high]) slider.addEventListener('keydown', event => stepByKey(event, slider));
        return { element, show };

        function show() {
            low.value = from.value === '' ? String(least) : from.value;
            high.value = to.value === '' ? String(greatest) : to.value;
            paint();
        }

        function paint() {
            const part = (/** @type {HTMLInputElement} */ slider) => (100 * (Number(slider.value) - least)) / (greatest - least);
            element.style.setProperty('--low', `${part(low)}%`);
            element.style.setProperty('--high', `${part(high)}%`);
            // Where both are at the right end, the lower one must be the one that can be taken.
            low.classList.toggle('above', part(low) > 50);
        }

        /** @param {HTMLInputElement} slider the one that was moved; it does not pass the other */
        function moved(slider) {
            if (slider === low && Number(low.value) > Number(high.value)) low.value = high.value;
            if (slider === high && Number(high.value) < Number(low.value)) high.value = low.value;
            const rounded = (/** @type {HTMLInputElement} */ { value }) => String(Number((Math.round(Number(value) / step) * step).toPrecision(12)));
            if (slider === low) from.value = Number(low.value) <= least ? '' : rounded(low);
            else to.value = Number(high.value) >= greatest ? '' : rounded(high);
            paint();
            fieldsChanged();
        }

        /** Without whole steps the arrows go by hundredths. @param {KeyboardEvent} event @param {HTMLInputElement} slider */
        function stepByKey(event, slider) {
            const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
            if (step === 1 || way === undefined) return;
            event.preventDefault();
            slider.value = String(Number(slider.value) + way * step);
            moved(slider);
        }
    }
}
