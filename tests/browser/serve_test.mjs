// Uses the web pages of a running server in Chromium as people do: clicks, types, shares, loses the server and finds it again.
// Usage: node serve_test.mjs BASE_URL OUTDIR [TOKEN]
// The server has the example: a statistical database of patients.csv (m = 2), and the view patient_av for research, for the lab. It also has
// 'gaps', of people without an age or a town, 'odd', the same people with odd names of columns, and 'wishes_av', which is as patient_av, but granted to nobody.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [base, folder, token] = process.argv.slice(2);
if (!base || !folder) {
    console.error('usage: node serve_test.mjs BASE_URL OUTDIR [TOKEN]');
    process.exit(2);
}
const home = new URL('/', base).href;
const patience = 30_000;  // milliseconds: the machine may be busy
const wide = { width: 1200, height: 900 };
const narrow = { width: 360, height: 740 };
const mostBytes = 150_000;
mkdirSync(folder, { recursive: true });

const failures = [];
let checks = 0;
function expect(holds, words) {
    ++checks;
    if (!holds) failures.push(words);
}

// The API itself: what a page shows must be what it says.
async function api(path, body) {
    const response = await fetch(new URL(`/api/v1/${path}`, base), {
        method: body ? 'POST' : 'GET',
        body: body && JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    });
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
    return response.json();
}
const countOf = async (where, statdb) => (await api('count', { where, statdb })).sentence;

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
           '--disable-component-update', '--disable-sync'],
});

// A page that is watched: errors on the console, violations of the content security policy and requests to other hosts are failures.
// `tolerated` are words of console errors that the step brings about, as the browser's own line about a status of 400.
async function open(step, path, { signedIn = true, tolerated = /^$/, viewport = wide, ...options } = {}) {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(base).origin });
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    page.on('request', request => {
        const { protocol, host } = new URL(request.url());
        expect(host === new URL(base).host || ['blob:', 'data:'].includes(protocol), `${step}: asks another host: ${request.url()}`);
    });
    page.on('console', message => {
        if (!['error', 'warning'].includes(message.type()) || tolerated.test(message.text())) return;
        expect(false, `${step}: console: ${message.text()}`);
    });
    page.on('pageerror', error => expect(false, `${step}: ${error.message}`));
    await page.exposeFunction('reportViolation', words => expect(false, `${step}: against the content security policy: ${words}`));
    await page.addInitScript(() => document.addEventListener('securitypolicyviolation',
        event => window.reportViolation(`${event.violatedDirective} ${event.blockedURI}`)));
    if (token && signedIn)
        await page.addInitScript(words => { if (!sessionStorage.getItem('scrim.token')) sessionStorage.setItem('scrim.token', words); }, token);
    await page.goto(new URL(path, home).href, { waitUntil: 'load' });
    return page;
}

// Waits until something holds in the page. Playwright's own waitForFunction is eval, which the content security policy forbids.
async function until(page, holds, argument) {
    const end = performance.now() + patience;
    while (!(await page.evaluate(holds, argument))) {
        if (performance.now() > end) throw new Error(`waited in vain for ${holds} with ${argument}`);
        await page.waitForTimeout(50);
    }
}

const rowsAre = n => document.querySelectorAll('#rows tbody tr').length === n;
const columnsAre = n => document.querySelectorAll('#rows thead th').length === n;

const sentenceOf = page => page.locator('#sentence').textContent();

// Waits for the answer; says what there is instead.
async function answered(page, sentence, step) {
    const shown = words => document.querySelector('#sentence')?.textContent === words && document.querySelector('#keep:enabled') !== null;
    const came = await until(page, shown, sentence).then(() => true, () => false);
    expect(came, `${step}: expected '${sentence}', the page says '${await sentenceOf(page)}'`);
}

const card = (page, column) => page.locator('details.card', { has: page.locator('.name', { hasText: new RegExp(`^${column}`) }) });

async function openCard(page, column) {
    const found = card(page, column);
    if (!(await found.evaluate(details => details.open))) await found.locator('summary').click();
    return found;
}

async function savedText(page, button) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(button).click()]);
    return readFileSync(await download.path(), 'utf8');
}

const shoot = (page, name) => page.screenshot({ path: join(folder, `serve-${name}.png`), fullPage: true });

// What is wrong with the page as it is laid out now: too wide, texts of a picture over each other, too little contrast (WCAG 2, AA).
function layoutFaults() {
    const found = [];
    const root = document.documentElement;
    if (root.scrollWidth > window.innerWidth) found.push(`is ${root.scrollWidth} px wide, the screen ${window.innerWidth}`);
    if (document.querySelectorAll('h1').length !== 1) found.push('has not exactly one h1');
    for (const svg of document.querySelectorAll('svg[role=img]')) {
        if (!svg.getAttribute('aria-label')) found.push('has a picture without a description');
        const texts = [...svg.querySelectorAll('text')].map(text => [text.textContent, text.getBoundingClientRect()]);
        texts.forEach(([words, box], i) => {
            if (box.width > 0 && (box.left < -1 || box.right > window.innerWidth + 1)) found.push(`draws beyond the screen: ${words}`);
            for (const [others, other] of texts.slice(i + 1))
                if (box.left < other.right && other.left < box.right && box.top + 3 < other.bottom && other.top + 3 < box.bottom)
                    found.push(`draws one text over another: '${words}', '${others}'`);
        });
    }
    const channels = color => color.match(/[\d.]+/g).map(Number);
    const luminance = color => {
        const [r, g, b] = channels(color).slice(0, 3).map(c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = element => {
        for (let at = element; at; at = at.parentElement) {
            const color = getComputedStyle(at).backgroundColor;
            if ((channels(color)[3] ?? 1) === 1) return color;
        }
        return 'rgb(255, 255, 255)';
    };
    for (const element of document.querySelectorAll('body *')) {
        if (![...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim())) continue;
        if (element.closest('title, option, noscript, [disabled], .stale') || element.getClientRects().length === 0) continue;
        const style = getComputedStyle(element);
        const [a, b] = [luminance(element instanceof SVGElement ? style.fill : style.color), luminance(behind(element))];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5) found.push(`shows '${element.textContent.trim().slice(0, 30)}' with contrast ${contrast.toFixed(2)}`);
    }
    return found;
}

// Controls and pictures that a screen reader could not name.
async function nameless(page) {
    await page.evaluate(() => { for (const details of document.querySelectorAll('details')) details.open = true; });
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const roles = ['button', 'checkbox', 'combobox', 'img', 'link', 'radio', 'searchbox', 'slider', 'spinbutton', 'textbox', 'radiogroup', 'table'];
    const needed = nodes.filter(({ ignored, role }) => !ignored && roles.includes(role?.value) && role.value !== 'table');
    return { count: needed.length, bad: needed.filter(({ name }) => !name?.value?.trim()).map(({ role }) => role.value) };
}

const steps = {
    async 'first load'(step) {
        const page = await browser.newPage();
        let bytes = 0;
        const reading = [];
        page.on('response', response => {
            if (!response.url().includes('/api/')) reading.push(response.body().then(body => { bytes += body.length; }, () => {}));
        });
        if (token) await page.addInitScript(words => sessionStorage.setItem('scrim.token', words), token);
        const start = performance.now();
        await page.goto(home);
        await until(page, () => document.querySelector('#sentence')?.textContent);
        const time = performance.now() - start;
        await Promise.all(reading);
        console.log(`first load: ${bytes} bytes in ${reading.length} files; first answer after ${time.toFixed(0)} ms`);
        expect(bytes > 0 && bytes < mostBytes, `${step}: ${bytes} bytes; at most ${mostBytes} are allowed`);
        await page.context().close();
    },

    async 'columns with the names of what objects inherit'(step) {
        for (const where of [{ ['__proto__']: { from: 60 } }, { constructor: { in: ['Ulm'] } }, { ['__proto__']: [30, 50], constructor: ['Kiel'] }]) {
            const page = await open(step, `/#q=${encodeURIComponent(JSON.stringify({ statdb: 'odd', where }))}`);
            await answered(page, await countOf(where, 'odd'), step);
            for (const column of ['__proto__', 'constructor']) {
                const active = await card(page, column).evaluate(details => details.classList.contains('active'));
                expect(active === Object.hasOwn(where, column), `${step}: the card of ${column} is ${active ? '' : 'not '}active`);
            }
            const kept = JSON.parse(decodeURIComponent(new URL(page.url()).hash.slice(3)));
            expect(Object.keys(kept.where).join() === Object.keys(where).join(), `${step}: the link holds ${JSON.stringify(kept)}`);
            await page.context().close();
        }
    },

    async 'ask by clicking'(step) {
        const page = await open(step, '/');
        await answered(page, await countOf({}), step);
        const age = await openCard(page, 'age');
        await age.getByLabel('age, from', { exact: true }).fill('30');
        await answered(page, await countOf({ age: { from: 30 } }), step);
        expect((await age.locator('.chosen').textContent()) === '30 or more', `${step}: the card of age does not say '30 or more'`);
        await age.getByLabel('age, to, slider').focus();
        for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowLeft');
        await answered(page, await countOf({ age: { from: 30, to: 55 } }), step);
        const disease = await openCard(page, 'disease');
        await disease.getByLabel('respiratory', { exact: true }).check();
        await answered(page, await countOf({ age: { from: 30, to: 55 }, disease: ['respiratory'] }), step);
        expect(await disease.getByLabel('flu', { exact: true }).isChecked(), `${step}: flu is not within respiratory`);
        await disease.getByLabel('flu', { exact: true }).uncheck();
        await answered(page, await countOf({ age: { from: 30, to: 55 }, disease: ['asthma'] }), step);
        const zip = await openCard(page, 'zip');
        await zip.getByLabel('885**', { exact: true }).check();
        await answered(page, await countOf({ age: { from: 30, to: 55 }, disease: ['asthma'], zip: ['885**'] }), step);
        expect((await page.locator('#promise').textContent()).includes('1 in 2'), `${step}: the promise does not say 1 in 2`);
        await disease.getByRole('button', { name: 'Any disease' }).click();
        await answered(page, await countOf({ age: { from: 30, to: 55 }, zip: ['885**'] }), step);
        await page.locator('#reset').click();
        await answered(page, await countOf({}), step);
        expect(new URL(page.url()).hash === '', `${step}: after a reset the address still has a question`);
        await page.context().close();
    },

    async 'a late answer is dropped'(step) {
        const page = await open(step, '/');
        await answered(page, await countOf({}), step);
        let first = true;
        await page.route('**/api/v1/count', async route => {
            if (first) {
                first = false;
                await new Promise(done => setTimeout(done, 1500));
            }
            await route.continue().catch(() => {});
        });
        const from = (await openCard(page, 'age')).getByLabel('age, from', { exact: true });
        await from.fill('57');
        await page.waitForTimeout(500);
        await from.fill('30');
        await answered(page, await countOf({ age: { from: 30 } }), step);
        await page.waitForTimeout(1800);
        await answered(page, await countOf({ age: { from: 30 } }), `${step}, later`);
        await page.context().close();
    },

    async groups(step) {
        const page = await open(step, '/');
        await answered(page, await countOf({}), step);
        await (await openCard(page, 'disease')).getByLabel('flu', { exact: true }).check();
        await page.locator('#by').selectOption('zip');
        await page.locator('#level').selectOption('2');
        const { rows } = await api('group', { where: { disease: ['flu'] }, by: 'zip', level: 2 });
        await until(page, n => document.querySelectorAll('#groups .chart g').length === n, rows.length);
        await page.getByText('The same as a table').click();
        const table = await page.locator('#groups tbody tr').evaluateAll(lines => lines.map(line => [...line.cells].map(cell => cell.textContent)));
        const expected = rows.map(({ groups, values }) => [groups[0], values[0].lower.shown, values[0].upper.shown]);
        expect(JSON.stringify(table) === JSON.stringify(expected), `${step}: the table is ${JSON.stringify(table)}, not ${JSON.stringify(expected)}`);
        const csv = await savedText(page, '#groups button');
        expect(csv.startsWith('"zip, level 2",at least,at most\r\n') && csv.trimEnd().split('\r\n').length === rows.length + 1,
               `${step}: the file is ${csv}`);
        for (const fault of await page.evaluate(layoutFaults)) expect(false, `${step}: the page ${fault}`);
        await shoot(page, 'group');
        await page.locator('#by').selectOption('');
        await page.locator('#groups').waitFor({ state: 'hidden' });
        await page.context().close();
    },

    async 'keep answers'(step) {
        const page = await open(step, '/');
        await answered(page, await countOf({}), step);
        await page.locator('#keep').click();
        const disease = await openCard(page, 'disease');
        await disease.getByLabel('hiv', { exact: true }).check();
        expect(await disease.getByLabel('infectious', { exact: true }).isChecked(), `${step}: all of infectious is chosen, and it is not checked`);
        const sentence = await countOf({ disease: ['hiv'] });
        await answered(page, sentence, step);
        await page.locator('#keep:enabled').click();
        await page.reload();
        const kept = page.locator('.kept');
        await kept.nth(1).waitFor();
        expect((await kept.count()) === 2, `${step}: ${await kept.count()} answers are kept, not 2`);
        const words = await kept.nth(1).textContent();
        expect(words.includes(sentence) && words.includes('disease hiv'), `${step}: the second card says '${words}'`);
        const csv = await savedText(page, '#kept-csv');
        expect(csv.split('\r\n').length === 4 && csv.includes('disease hiv'), `${step}: the file is ${csv}`);
        await kept.nth(0).getByRole('button').click();
        expect((await kept.count()) === 1, `${step}: no card was removed`);
        await kept.nth(0).getByRole('link').click();
        await answered(page, sentence, step);
        await page.context().close();
    },

    async 'share a link'(step) {
        const page = await open(step, '/');
        await answered(page, await countOf({}), step);
        await (await openCard(page, 'age')).getByLabel('age, to', { exact: true }).fill('40');
        await (await openCard(page, 'zip')).getByLabel('8853*', { exact: true }).check();
        await page.locator('#by').selectOption('age');
        const sentence = await countOf({ age: { to: 40 }, zip: ['8853*'] });
        await answered(page, sentence, step);
        await page.locator('#copy').click();
        await page.locator('#copy', { hasText: 'Copied' }).waitFor();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        expect(link === page.url() && link.includes('#q='), `${step}: the link is ${link}`);
        expect(!token || !link.includes(token), `${step}: the link holds the token`);
        const other = await open(step, link);
        await answered(other, sentence, `${step}, opened`);
        expect((await card(other, 'age').locator('.chosen').textContent()) === 'up to 40', `${step}: age is not 'up to 40' in the page opened`);
        expect(await card(other, 'zip').getByLabel('8853*', { exact: true }).isChecked(), `${step}: 8853* is not chosen in the page opened`);
        expect((await other.locator('#by').inputValue()) === 'age', `${step}: the page opened does not group by age`);
        await other.context().close();
        await page.context().close();
    },

    async 'links that cannot be read'(step) {
        for (const [fragment, words] of [['#q=%7Bbroken', 'cannot be read'], ['#nonsense', 'cannot be read'],
                                         [`#q=${encodeURIComponent('{"where":{"shoe":[1,2]},"by":"hat"}')}`, "'shoe'"]]) {
            const page = await open(step, `/${fragment}`);
            await answered(page, await countOf({}), `${step}: ${fragment}`);
            expect((await page.locator('#message').textContent()).includes(words), `${step}: ${fragment} is not explained`);
            await page.context().close();
        }
    },

    async 'people with no value'(step) {
        const page = await open(step, '/');
        await answered(page, await countOf({}), step);
        await page.locator('#statdb').selectOption('gaps');
        await answered(page, await countOf({}, 'gaps'), step);
        const age = await openCard(page, 'age');
        const missing = age.getByRole('checkbox');
        expect((await age.locator('.or-missing').textContent()).includes('only those with no value'), `${step}: 'only' is not said`);
        await missing.check();
        await answered(page, await countOf({ age: null }, 'gaps'), step);
        expect((await age.locator('.chosen').textContent()) === 'no value', `${step}: the card does not say 'no value'`);
        await age.getByLabel('age, from', { exact: true }).fill('60');
        const more = await countOf({ age: { from: 60, missing: true } }, 'gaps');
        await answered(page, more, step);
        const chosen = await age.locator('.chosen').textContent();
        expect(chosen === '60 or more, or no value', `${step}: the card says '${chosen}'`);
        expect((await age.locator('.or-missing').textContent()).includes('also those with no value'), `${step}: 'also' is not said`);
        const town = await openCard(page, 'town');
        await town.getByLabel('Ulm', { exact: true }).check();
        await town.getByLabel('town: also those with no value').check();
        const both = await countOf({ age: { from: 60, missing: true }, town: { in: ['Ulm'], missing: true } }, 'gaps');
        await answered(page, both, step);
        await shoot(page, 'no-value');
        const other = await open(step, page.url());
        await answered(other, both, `${step}, opened`);
        expect(await card(other, 'age').getByRole('checkbox').isChecked(), `${step}: the link does not bring 'no value' back`);
        await other.context().close();
        await missing.uncheck();
        await answered(page, await countOf({ age: { from: 60 }, town: { in: ['Ulm'], missing: true } }, 'gaps'), step);
        await page.context().close();
    },

    async sql(step) {
        const page = await open(step, '/', { tolerated: /status of 400/ });
        await answered(page, await countOf({}), step);
        await page.getByText('The question in SQL').click();
        const box = page.locator('#sql');
        expect(/^SELECT/i.test(await box.inputValue()), `${step}: the box does not show the question`);
        const { rows } = await api('sql', { sql: 'SELECT COUNT(*) FROM StatDB WHERE age < 40' });
        await box.fill('SELECT COUNT(*) FROM StatDB WHERE age < 40');
        await page.locator('#sql-run').click();
        await page.locator('#sql-result .sentence', { hasText: rows[0].values[0].lower.shown }).waitFor();
        await box.fill('SELECT level(zip, 2), COUNT(*) FROM StatDB GROUP BY level(zip, 2)');
        await box.press('Control+Enter');
        await page.locator('#sql-result tbody tr').nth(1).waitFor();
        await box.fill('SELEKT nothing');
        await page.locator('#sql-run').click();
        await page.locator('#sql-result .problem').waitFor();
        expect((await page.locator('#sql-result .problem').textContent()).length > 10, `${step}: a bad question is not explained`);
        await page.locator('#sql-back').click();
        expect(/^SELECT COUNT/i.test(await box.inputValue()), `${step}: the way back does not lead to the question`);
        await page.context().close();
    },

    async views(step) {
        const page = await open(step, '/');
        await page.locator('#views-link').click();
        const { views } = await api('views');
        const { name, grants } = views.find(view => view.name === 'patient_av');
        const grant = grants.find(({ purpose, recipient }) => purpose === 'research' && recipient === 'lab');
        const whole = await api(`views/${name}/rows`, { ...grant, limit: 100 });
        await page.locator('#view').selectOption(name);
        await page.locator('#grant').selectOption({ label: 'research, for lab' });
        const lines = page.locator('#rows tbody tr');
        await until(page, rowsAre, whole.rows.length);
        expect((await page.locator('.hidden-mark').count()) > 1, `${step}: nothing is marked as hidden`);
        await shoot(page, 'views');
        const from = page.getByLabel('age, from', { exact: true });
        const where = (await from.count()) > 0 ? { age: { from: 50 } } : { age: { in: ['21'] } };
        if (where.age.from) await from.fill('50');
        else await page.getByLabel('age', { exact: true }).fill('21');
        const fewer = await api(`views/${name}/rows`, { ...grant, where, limit: 100 });
        await until(page, rowsAre, fewer.rows.length);
        expect(fewer.rows.length < whole.rows.length, `${step}: the filter leaves ${fewer.rows.length} of ${whole.rows.length} rows`);
        await page.locator('#columns').getByLabel('name', { exact: true }).uncheck();
        await until(page, columnsAre, whole.columns.length - 1);
        const csv = await savedText(page, '#csv');
        expect(csv.trimEnd().split(/\r?\n/).length === fewer.rows.length + 1 && !csv.startsWith('name'), `${step}: the file is ${csv}`);
        expect(!(await page.locator('#csv-note').isVisible()), `${step}: a whole file is said to be cut`);
        const other = await open(step, page.url());
        await until(other, rowsAre, fewer.rows.length);
        expect((await other.locator('#rows thead th').count()) === whole.columns.length - 1, `${step}: the link does not bring the columns back`);
        for (const fault of await other.evaluate(layoutFaults)) expect(false, `${step}: the page ${fault}`);
        await other.setViewportSize(narrow);
        for (const fault of await other.evaluate(layoutFaults)) expect(false, `${step}, phone: the page ${fault}`);
        const { count, bad } = await nameless(other);
        expect(count > 8 && bad.length === 0, `${step}: without a name: ${bad.join(', ')} (of ${count})`);
        expect((await lines.count()) === fewer.rows.length, `${step}: the first page has changed`);
        await other.context().close();
        await page.context().close();
        const phone = await open(step, '/views', { viewport: narrow });
        await phone.locator('#rows tbody tr').first().waitFor();
        expect(!(await phone.getByLabel('age, from', { exact: true }).isVisible()), `${step}: on a phone the filters are before the rows`);
        await shoot(phone, 'views-phone');
        await phone.context().close();
    },

    async 'values and no value in a view'(step) {
        const grant = { purpose: 'research', recipient: 'lab' };
        const page = await open(step, '/views');
        await page.locator('#rows tbody tr').first().waitFor();
        await page.locator('#grant').selectOption({ label: 'research, for lab' });
        await page.getByLabel('name', { exact: true }).last().fill('Alice');
        const rowsOf = async where => (await api('views/patient_av/rows', { ...grant, where })).rows.length;
        await until(page, rowsAre, await rowsOf({ name: ['Alice'] }));
        await page.getByLabel('name: also those with no value').check();
        const all = await rowsOf({ name: { in: ['Alice'], missing: true } });
        await until(page, rowsAre, all);
        expect(all > 1, `${step}: nobody is added`);
        await page.context().close();
    },

    async 'an export that is cut'(step) {
        const page = await open(step, '/views');
        await page.locator('#csv:enabled').waitFor();
        const cut = { contentType: 'text/csv', headers: { 'Scrim-More': 'true' }, body: 'name\r\nAlice\r\n' };
        await page.route('**/rows', route => route.fulfill(cut));
        await savedText(page, '#csv');
        await page.locator('#csv-note', { hasText: 'does not have all rows' }).waitFor();
        await page.unroute('**/rows');
        await page.locator('#columns').getByLabel('zip', { exact: true }).uncheck();
        await page.locator('#csv-note').waitFor({ state: 'hidden' });
        await page.context().close();
    },

    async 'a view that is granted to nobody'(step) {
        if (token) {
            const { views } = await api('views');
            return expect(!views.some(({ name }) => name === 'wishes_av'), `${step}: an analyst sees it`);
        }
        const page = await open(step, '/views');
        await page.locator('#view').selectOption('wishes_av');
        await page.locator('#rows tbody tr').first().waitFor();
        const words = await page.locator('#grant').textContent();
        expect(words === 'no purposeanother one …', `${step}: the choices are '${words}'`);
        await page.locator('#grant').selectOption({ label: 'another one …' });
        await page.getByLabel('Purpose', { exact: true }).fill('research');
        await page.getByLabel('Recipient', { exact: true }).fill('lab');
        await page.locator('#rows td', { hasText: 'Alice' }).waitFor();
        await shoot(page, 'views-any');
        const other = await open(step, page.url());
        await other.locator('#rows td', { hasText: 'Alice' }).waitFor();
        expect((await other.getByLabel('Recipient', { exact: true }).inputValue()) === 'lab', `${step}: the link does not bring the recipient back`);
        await other.context().close();
        await page.context().close();
    },

    async 'signing in'(step) {
        if (!token) {
            const page = await open(step, '/');
            await answered(page, await countOf({}), step);
            expect(!(await page.locator('#login').isVisible()), `${step}: there is a form, but no token is needed`);
            expect(!(await page.locator('#who').isVisible()), `${step}: somebody is named, but no token is used`);
            return page.context().close();
        }
        const page = await open(step, '/', { signedIn: false, tolerated: /status of 401/ });
        await page.locator('#login').waitFor();
        expect(!(await page.locator('#work').isVisible()), `${step}: the page works without a token`);
        await page.getByLabel('Token').fill('certainly-not-a-token');
        await page.getByLabel('Token').press('Enter');
        await page.locator('#login-error', { hasText: 'not known' }).waitFor();
        await shoot(page, 'sign-in');
        await page.getByLabel('Token').fill(token);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await answered(page, await countOf({}), step);
        const { user, role } = await api('schema');
        expect((await page.locator('#who-name').textContent()) === `${user}, ${role}`, `${step}: the page does not say who asks`);
        expect(!page.url().includes(token), `${step}: the address holds the token`);
        expect(await page.evaluate(words => !JSON.stringify(localStorage).includes(words) && !document.cookie.includes(words), token),
               `${step}: the token is kept for longer than the tab`);
        await page.reload();
        await answered(page, await countOf({}), `${step}, loaded again`);
        await page.locator('#sign-out').click();
        await page.locator('#login').waitFor();
        await page.context().close();
    },

    async 'a question that is refused'(step) {
        const page = await open(step, '/', { tolerated: /status of 400/ });
        const before = await countOf({});
        await answered(page, before, step);
        const refusal = { error: { code: 'bad_question', message: 'one range only' } };
        await page.route('**/api/v1/count', route => route.fulfill({ status: 400, json: refusal }));
        await (await openCard(page, 'age')).getByLabel('age, from', { exact: true }).fill('50');
        await page.locator('#problem', { hasText: 'one range only' }).waitFor();
        expect((await sentenceOf(page)) === before && (await page.locator('#answer.stale').count()) === 1,
               `${step}: the old answer is lost or not marked`);
        expect(!(await page.locator('#banner').isVisible()), `${step}: the server is blamed`);
        await page.unroute('**/api/v1/count');
        await page.getByLabel('age, from', { exact: true }).fill('52');
        await answered(page, await countOf({ age: { from: 52 } }), step);
        expect(!(await page.locator('#problem').isVisible()), `${step}: the problem stays`);
        await page.context().close();
    },

    async 'the server is gone'(step) {
        const page = await open(step, '/', { tolerated: /ERR_FAILED|ERR_INTERNET|status of (429|503)/ });
        const before = await countOf({});
        await answered(page, before, step);
        await page.route('**/api/v1/**', route => route.abort());
        await (await openCard(page, 'age')).getByLabel('age, from', { exact: true }).fill('50');
        await page.locator('#banner', { hasText: 'does not answer' }).waitFor();
        expect((await sentenceOf(page)) === before, `${step}: the old answer is lost`);
        expect((await page.locator('#answer.stale').count()) === 1, `${step}: the old answer is not marked as old`);
        expect(decodeURIComponent(page.url()).includes('50'), `${step}: the question is lost`);
        await shoot(page, 'gone');
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.locator('#banner', { hasText: 'does not answer' }).waitFor();
        await page.unroute('**/api/v1/**');
        await page.getByRole('button', { name: 'Try again' }).click();
        await answered(page, await countOf({ age: { from: 50 } }), step);
        expect(!(await page.locator('#banner').isVisible()), `${step}: the banner stays`);
        for (const [status, code, words] of [[429, 'rate_limited', 'Too many questions'], [503, 'draining', 'shutting down']]) {
            await page.route('**/api/v1/count', route => route.fulfill({ status, json: { error: { code, message: 'not now' } } }));
            await page.getByLabel('age, from', { exact: true }).fill(String(status - 400));
            await page.locator('#banner', { hasText: words }).waitFor();
            await page.unroute('**/api/v1/count');
        }
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.locator('#banner').waitFor({ state: 'hidden' });
        await page.context().close();
    },

    async 'keyboard only'(step) {
        const page = await open(step, '/');
        await answered(page, await countOf({}), step);
        const walkTo = async words => {
            for (let i = 0; i < 60; ++i) {
                await page.keyboard.press('Tab');
                const [name, ring] = await page.evaluate(() => {
                    const at = document.activeElement;
                    const marked = at.matches('input[type=range]') || getComputedStyle(at).outlineStyle !== 'none';
                    return [at.getAttribute('aria-label') ?? at.closest('label')?.textContent ?? at.textContent ?? '', marked];
                });
                expect(ring, `${step}: the focus is not visible on '${name.trim().slice(0, 30)}'`);
                if (name.includes(words)) return true;
            }
            expect(false, `${step}: '${words}' cannot be reached`);
            return false;
        };
        if (await walkTo('age, from')) {
            while ((await page.evaluate(() => document.activeElement.type)) !== 'number') await page.keyboard.press('Tab');
            await page.keyboard.type('30');
            await answered(page, await countOf({ age: { from: 30 } }), step);
        }
        if (await walkTo('disease')) {
            await page.keyboard.press('Enter');
            await walkTo('infectious');
            // The button that opens the branch comes first, then its checkbox.
            await page.keyboard.press('Tab');
            await page.keyboard.press('Space');
            await answered(page, await countOf({ age: { from: 30 }, disease: ['infectious'] }), step);
            expect(await page.evaluate(() => document.activeElement.type === 'checkbox'), `${step}: the focus is lost after a choice`);
        }
        if (await walkTo('Keep this answer')) {
            await page.keyboard.press('Enter');
            await page.locator('.kept').waitFor();
        }
        await page.context().close();
    },

    async 'light, dark, phone, names'(step) {
        const link = `/#q=${encodeURIComponent(JSON.stringify({ where: { age: [25, 57], disease: ['respiratory', 'hiv'] }, by: 'zip' }))}`;
        const screens = { light: {}, dark: { colorScheme: 'dark' }, phone: { viewport: narrow },
                          'phone-dark': { viewport: narrow, colorScheme: 'dark' } };
        for (const [name, options] of Object.entries(screens)) {
            const page = await open(`${step}: ${name}`, link, options);
            await answered(page, await countOf({ age: [25, 57], disease: ['respiratory', 'hiv'] }), `${step}: ${name}`);
            await page.locator('#groups .chart').waitFor();
            await page.locator('#keep').click();
            for (const fault of await page.evaluate(layoutFaults)) expect(false, `${step}: ${name}: the page ${fault}`);
            await shoot(page, name);
            const { count, bad } = await nameless(page);
            expect(count > 20 && bad.length === 0, `${step}: ${name}: without a name: ${bad.join(', ')} (of ${count})`);
            await page.waitForTimeout(300);
            for (const fault of await page.evaluate(layoutFaults)) expect(false, `${step}: ${name}, all opened: the page ${fault}`);
            await page.context().close();
        }
    },

    async modules(step) {
        const page = await open(step, '/');
        const csv = await page.evaluate(async () => (await import('/assets/csv.js')).csvOf([['a,"b"', '=1+1', '-5', -5, '@x', null, 'two\nlines']]));
        expect(csv === `"a,""b""",'=1+1,-5,-5,'@x,,"two\nlines"\r\n`, `${step}: CSV is ${csv}`);
        const chosen = await page.evaluate(async () => {
            const { treeOf, toggle, allOf } = await import('/assets/label_tree.js');
            const leaf = (label, i) => ({ label, from: i, to: i + 1 });
            const tree = treeOf({ name: 'd', kind: 'text', count: 4, first: 'a', last: 'd', levels: [
                { count: 4, labels: ['a', 'b', 'c', 'd'].map(leaf) },
                { count: 2, labels: [{ label: 'ab', from: 0, to: 2 }, { label: 'cd', from: 2, to: 4 }] },
                { count: 1, labels: [{ label: '*', from: 0, to: 4 }] }] });
            const set = new Set();
            const seen = [];
            for (const label of ['a', 'b', 'a', 'ab', 'cd', 'd', 'd']) {
                toggle(allOf(tree).find(node => node.label === label), set);
                seen.push([...set].map(node => node.label).sort().join(' '));
            }
            return seen.join('; ');
        });
        expect(chosen === 'a; ab; b; ab; ab cd; ab c; ab cd', `${step}: the choices are ${chosen}`);
        const links = await page.evaluate(async () => {
            const { choiceFrom, fragmentOf, readFragment } = await import('/assets/question.js');
            const strange = { where: { 'a&b=#%': { in: ['x,y', null, 'ü', true] } } };
            const conditions = [[30, 50], [30, 50, 60], { not: [1] }, {}, { from: null }, null, ['a', null], { from: 3, missing: true },
                                { from: 3, missing: false }, { missing: 1 }];
            const same = JSON.stringify(readFragment(fragmentOf(strange))) === JSON.stringify(strange);
            return [same, ...conditions.map(choiceFrom)].map(value => JSON.stringify(value) ?? '-').join(' ');
        });
        expect(links === 'true {"from":30,"to":50} {"in":[30,50,60]} - - - {"missing":true} {"in":["a"],"missing":true} ' +
                         '{"from":3,"missing":true} {"from":3} -', `${step}: links are ${links}`);
        await page.context().close();
    },

    async noise(step) {
        const page = await open(step, '/noise', { tolerated: /status of (400|403)/ });
        const left = () => page.locator('#budget-words').textContent();
        await until(page, () => document.querySelector('#budget-words').textContent.includes('left'));
        expect(await left() === '100 of 100 epsilon left.', `${step}: the budget is '${await left()}'`);
        expect(await page.locator('#ask').isDisabled(), `${step}: something can be asked for no price`);
        await page.locator('#amount').fill('40');
        await until(page, () => document.querySelector('#price').textContent.includes('It costs 40 epsilon'));
        expect(await left() === '100 of 100 epsilon left.', `${step}: a price has cost something`);
        await page.locator('#ask').click();
        await until(page, () => document.querySelector('#estimate').textContent.startsWith('about'));
        const words = await page.locator('#estimate').textContent();
        const [, count] = /^about (\d+) \(/.exec(words) ?? [];
        expect(Math.abs(Number(count) - 60) <= 2, `${step}: sixty people are '${words}'`);  // but for a chance of e^-80
        expect(await left() === '60 of 100 epsilon left.', `${step}: after the answer the budget is '${await left()}'`);
        expect(await page.locator('#budget').evaluate(meter => meter.value / meter.max) === 0.6, `${step}: the meter does not say what is left`);
        expect((await page.locator('#promise').textContent()).includes('any one person'), `${step}: nothing is promised`);
        await until(page, () => document.querySelector('#price').textContent.includes('at no cost'));
        // Beyond the budget: refused, and nothing is spent.
        await page.locator('#amount').fill('61');
        await until(page, () => !document.querySelector('#problem').hidden);
        expect((await page.locator('#problem').textContent()).includes('nothing was computed'), `${step}: too much is not refused`);
        expect(await page.locator('#ask').isDisabled(), `${step}: what cannot be paid can be asked`);
        // Groups, and a median with its bounds.
        await page.locator('#amount').fill('10');
        await page.locator('#by').selectOption('town');
        await until(page, () => !document.querySelector('#ask').disabled);
        await page.locator('#ask').click();
        await until(page, () => document.querySelectorAll('#groups-body tbody tr').length === 2);
        await page.locator('#by').selectOption('');
        await page.locator('#measure').selectOption('median');
        await page.locator('#lowest').fill('0');
        await page.locator('#highest').fill('5000');
        await until(page, () => !document.querySelector('#ask').disabled);
        await page.locator('#amount').press('Enter');
        await until(page, () => document.querySelector('#answer-title').textContent.startsWith('Median of wage'));
        expect(await left() === '40 of 100 epsilon left.', `${step}: after three answers the budget is '${await left()}'`);
        for (const fault of await page.evaluate(layoutFaults)) expect(false, `${step}: the page ${fault}`);
        const { count: named, bad } = await nameless(page);
        expect(named > 10 && bad.length === 0, `${step}: without a name: ${bad.join(', ')}`);
        await page.setViewportSize(narrow);
        for (const fault of await page.evaluate(layoutFaults)) expect(false, `${step}, narrow: the page ${fault}`);
        await shoot(page, 'noise');
        // A database that answers with noise only is none of the count page's.
        const other = await open(step, '/');
        await until(other, () => document.querySelector('#noise-link').hidden === false);
        expect(await other.locator('#statdb option[value=wages]').count() === 0, `${step}: counts are asked of what answers none`);
        await other.context().close();
        await page.context().close();
    },
};

try {
    for (const [name, step] of Object.entries(steps)) {
        const before = failures.length;
        await step(name).catch(error => failures.push(`${name}: ${error.message}`));
        console.log(`${failures.length === before ? 'ok    ' : 'FAILED'} ${name}`);
        // What a failed step has left open.
        for (const context of browser.contexts()) await context.close();
    }
} finally {
    await browser.close();
}
for (const failure of failures) console.error(`serve_test: ${failure}`);
if (failures.length > 0) process.exit(1);
console.log(`serve_test: ${Object.keys(steps).length} walks, ${checks} checks, nothing wrong`);
