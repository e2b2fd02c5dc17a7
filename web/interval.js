// @ts-check
// Draws an interval of people as a bar: solid up to the lower bound ("surely"), hatched up to the upper one ("perhaps"), with caps.
// Places are percentages, so a bar is as wide as its place without being drawn anew.

import { grouped, s } from './dom.js';

/**
 * @typedef {import('./types').Bound} Bound
 * @typedef {{least: number, greatest: number}} Scale
 */

/** @param {number} value @param {Scale} scale */
function share(value, { least, greatest }) {
    return greatest > least ? Math.min(1, Math.max(0, (value - least) / (greatest - least))) : 0;
}

/** @param {number} part */
const percent = part => `${(100 * part).toFixed(3)}%`;

/** The next larger number that is 1, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 times a power of ten. @param {number} value */
export function roundUp(value) {
    if (value <= 0) return 1;
    const power = 10 ** Math.floor(Math.log10(value));
    return (([1, 1.5, 2, 2.5, 3, 4, 5, 6, 8].find(step => step * power >= value) ?? 10) * power);
}

/** The hatching that all pictures of the page use; drawn once. */
export function hatching() {
    return s('svg', { class: 'defs', width: 0, height: 0, 'aria-hidden': 'true', focusable: 'false' }, s('defs', {},
        s('pattern', { id: 'hatch', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
            s('rect', { class: 'perhaps', width: 6, height: 6 }),
            s('rect', { class: 'surely', width: 2, height: 6 }))));
}

/**
 * Track, bar and caps of one interval.
 * @param {number} lower @param {number} upper @param {Scale} scale @param {{y: number, height: number, x?: number, width?: number}} place with
 *     `x` and `width` in pixels; without them the whole width
 */
export function intervalMarks(lower, upper, scale, { y, height, x = 0, width }) {
    const at = (/** @type {number} */ value) => (width === undefined ? percent(share(value, scale)) : x + width * share(value, scale));
    const long = (/** @type {number} */ a, /** @type {number} */ b) =>
        (width === undefined ? percent(share(b, scale) - share(a, scale)) : width * (share(b, scale) - share(a, scale)));
    const start = scale.least;
    const cap = (/** @type {number} */ value) => s('line', { class: 'cap', x1: at(value), x2: at(value), y1: y - 4, y2: y + height + 4 });
    return [
        s('rect', { class: 'track', x, y, width: width ?? '100%', height, rx: 2 }),
        s('rect', { class: 'surely', x: at(start), y, width: long(start, lower), height, rx: 2 }),
        s('rect', { class: 'hatched', x: at(lower), y, width: long(lower, upper), height }),
        cap(lower),
        upper > lower ? cap(upper) : null,
    ];
}

/** The part of the scale to enlarge, if the interval is too small to be seen. @param {number} lower @param {number} upper @param {number} records */
function enlarged(lower, upper, records) {
    if (upper === lower || records < 50) return null;
    const small = upper < records / 12;
    if (!small && (upper - lower) > records / 25) return null;
    if (small) return { least: 0, greatest: roundUp(upper * 1.15) };
    const around = roundUp((upper - lower) * 1.5);
    const unit = around / 2;
    return { least: Math.max(0, Math.floor((lower - around) / unit) * unit), greatest: Math.min(records, Math.ceil((upper + around) / unit) * unit) };
}

/** @param {string} words @param {number} part @param {number} y @param {string} [style] */
function textAt(words, part, y, style = '') {
    const anchor = part < 0.2 ? 'start' : part > 0.8 ? 'end' : 'middle';
    return s('text', { x: percent(part), y, class: `${anchor} ${style}` }, words);
}

/**
 * The figures above the caps: two where there is room for them, else one.
 * @param {Bound} lower @param {Bound} upper @param {Scale} scale @param {number} y
 */
function figures(lower, upper, scale, y) {
    const [a, b] = [share(lower.value, scale), share(upper.value, scale)];
    if (lower.exact === upper.exact) return [textAt(upper.shown, b, y, 'key')];
    if (b - a > 0.4) return [textAt(lower.shown, a, y, 'key'), textAt(upper.shown, b, y, 'key')];
    return [textAt(`${lower.shown} – ${upper.shown}`, (a + b) / 2, y, 'key')];
}

/**
 * The picture of an answer on the scale from nobody to everybody; what is small is drawn again below, enlarged.
 * @param {{lower: Bound, upper: Bound, records: number, sentence: string}} answer
 */
export function answerPicture({ lower, upper, records, sentence }) {
    const whole = { least: 0, greatest: Math.max(records, upper.value) };
    const part = enlarged(lower.value, upper.value, records);
    const everybody = `all ${grouped(records)}`;
    const label = `${sentence}, of ${grouped(records)}`;
    if (!part) {
        return s('svg', { class: 'picture', role: 'img', 'aria-label': label, width: '100%', height: 70 },
            ...figures(lower, upper, whole, 14),
            ...intervalMarks(lower.value, upper.value, whole, { y: 26, height: 16 }),
            textAt('0', 0, 64, 'tick'), textAt(everybody, 1, 64, 'tick'));
    }
    const [a, b] = [share(part.least, whole), share(part.greatest, whole)];
    const ray = (/** @type {number} */ x1, /** @type {number} */ x2) => s('line', { class: 'ray', x1: percent(x1), x2: percent(x2), y1: 32, y2: 46 });
    return s('svg', { class: 'picture', role: 'img', 'aria-label': `${label}; drawn again enlarged`, width: '100%', height: 124 },
        textAt('0', 0, 12, 'tick'), textAt(everybody, 1, 12, 'tick'),
        ...intervalMarks(lower.value, upper.value, whole, { y: 22, height: 6 }),
        ray(a, 0), ray(b, 1),
        ...figures(lower, upper, part, 64),
        ...intervalMarks(lower.value, upper.value, part, { y: 74, height: 16 }),
        textAt(grouped(part.least), 0, 112, 'tick'), textAt('enlarged', 0.5, 112, 'tick'), textAt(grouped(part.greatest), 1, 112, 'tick'));
}

/**
 * A bar without figures, to be compared with others on the same scale.
 * @param {number} lower @param {number} upper @param {number} greatest @param {string} label
 */
export function plainBar(lower, upper, greatest, label) {
    return s('svg', { class: 'picture', role: 'img', 'aria-label': label, width: '100%', height: 22 },
        ...intervalMarks(lower, upper, { least: 0, greatest }, { y: 5, height: 12 }));
}
