// @ts-check
// Makes elements. Text is always set as text, never as markup: nothing that the server says can become a tag.

const svgSpace = 'http://www.w3.org/2000/svg';

/**
 * @typedef {string | Node | null | undefined | false} Child
 * @typedef {Record<string, any>} Attributes functions are listeners ("click"), true and false are present and absent
 */

/** @param {Element} element @param {Attributes} attributes @param {Child[]} children */
function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === undefined || value === null || value === false) continue;
        if (typeof value === 'function') element.addEventListener(name, value);
        else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'selected')
            /** @type {any} */ (element)[name] = value;
        else element.setAttribute(name, value === true ? '' : String(value));
    }
    element.append(...present(children));
}

/** @param {Child[]} children @returns {(string | Node)[]} */
const present = children => children.filter(child => child !== null && child !== undefined && child !== false);

/** Puts these in the place of all that was in the element. @param {Element} element @param {Child[]} children */
export function put(element, ...children) {
    element.replaceChildren(...present(children));
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    fill(element, attributes, children);
    return element;
}

/**
 * @param {string} tag @param {Attributes} [attributes] @param {Child[]} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
    const element = /** @type {SVGElement} */ (document.createElementNS(svgSpace, tag));
    fill(element, attributes, children);
    return element;
}

/**
 * The element of the page with this id, which must be there.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no element '${id}'`);
    return element;
}

let ids = 0;

/** An id that no other element of the page has. @param {string} name */
export function freshId(name) {
    return `${name}-${++ids}`;
}

/** 1204 as "1,204". @param {number} value */
export function grouped(value) {
    return value.toLocaleString('en', { maximumFractionDigits: 6 });
}

/**
 * Calls what it is given when `wait` milliseconds have passed without another call.
 * @param {number} wait @param {() => void} action
 */
export function debounced(wait, action) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    return () => {
        clearTimeout(timer);
        timer = setTimeout(action, wait);
    };
}
