// @ts-check
// What both pages share: signing in, who asks, the link to the views, and the banner for a server that does not answer.

import { ApiError, readSchema, token } from './api.js';
import { byId, h } from './dom.js';

/** @typedef {import('./types').Schema} Schema */

/** @type {Record<string, string>} */
const reasons = {
    unreachable: 'The server does not answer.',
    timeout: 'The server took too long.',
    rate_limited: 'Too many questions in a short time. Wait a moment.',
    overloaded: 'The server is busy.',
    draining: 'The server is shutting down or starting again.',
    internal: 'The server has made a mistake.',
};

/** Says above everything that the server cannot answer now. @param {ApiError} error @param {() => void} again */
export function showBanner(error, again) {
    const words = reasons[error.code] ?? error.message;
    byId('banner').replaceChildren(
        h('p', {}, `${words} Your question is kept; try again.`),
        h('button', { type: 'button', class: 'plain', click: again }, 'Try again'));
    byId('banner').hidden = false;
}

export function hideBanner() {
    byId('banner').hidden = true;
}

/** Something that a person should know, and that is no error of the server. @param {string} words */
export function showMessage(words) {
    const box = byId('message');
    box.replaceChildren(
        h('p', {}, words),
        h('button', { type: 'button', class: 'plain', click: () => { box.hidden = true; } }, 'Close'));
    box.hidden = false;
}

/**
 * Reads the schema, asking for a token if the server wants one, and calls `opened` with it: again after each signing in.
 * @param {(schema: Schema) => void} opened
 */
export async function openSession(opened) {
    byId('login-form').addEventListener('submit', /** @param {Event} event */ event => {
        event.preventDefault();
        const typed = byId('token').value.trim();
        // A header holds visible ASCII only.
        if (!/^[\x21-\x7e]+$/.test(typed)) return askForToken('A token is one word of letters, digits and signs.');
        token.set(typed);
        void enter();
    });
    byId('sign-out').addEventListener('click', () => {
        sessionStorage.clear();
        location.reload();
    });
    await enter();

    async function enter() {
        let schema;
        try {
            schema = await readSchema();
        } catch (error) {
            return handle(error, enter);
        }
        hideBanner();
        byId('token').value = '';
        byId('login').hidden = true;
        byId('work').hidden = false;
        byId('who').hidden = !schema.tokens;
        byId('who-name').textContent = `${schema.user}, ${schema.role}`;
        byId('views-link').hidden = !schema.views && !byId('views-link').hasAttribute('aria-current');
        const noisy = schema.statdbs.some(({ frameworks }) => frameworks.includes('dp'));
        byId('noise-link').hidden = !noisy && !byId('noise-link').hasAttribute('aria-current');
        opened(schema);
    }
}

/** @param {string} words what is wrong with the token before, or nothing */
function askForToken(words) {
    byId('work').hidden = true;
    byId('who').hidden = true;
    byId('login').hidden = false;
    byId('login-error').textContent = words;
    byId('token').toggleAttribute('aria-invalid', words !== '');
    byId('token').select();
    byId('token').focus();
}

/**
 * Deals with errors that are not about one question. Returns the error if it is about the question itself.
 * @param {unknown} error @param {() => void} again what to do when the person tries again
 * @returns {ApiError | null}
 */
export function handle(error, again) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'unauthorized') {
        hideBanner();
        askForToken(token.get() ? 'This token is not known here. Look whether it is complete, or ask for another one.' : '');
        token.forget();
        return null;
    }
    if (error.passing) {
        showBanner(error, again);
        return null;
    }
    hideBanner();
    return error;
}
