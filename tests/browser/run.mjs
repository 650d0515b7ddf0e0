// Looks at lessons in headless Chromium, as their readers do.
//
//     node tests/browser/run.mjs EXACTBLEND PACKAGES PICTURES [PATTERN]
//
// EXACTBLEND: the program. PACKAGES: the folder whose node_modules holds playwright-core and axe-core
// (./test puts them into .deps/browser). PICTURES: a folder for screenshots, to be looked at by people.
// PATTERN: only pages whose name holds this.
//
// Of every example, and of some problems that are hard to lay out, at 320, 768 and 1440 pixels: nothing
// is wider than the window; axe finds no violation, light and dark; the page is the same with scripts
// off and asks the network for nothing; each step shows exactly one figure and each formula is told
// once to a screen reader. What the numbers are is checked by tests/scripts/page_numbers.py.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hardProblems } from './hard_problems.mjs';

const [program, packages, pictures, pattern = ''] = process.argv.slice(2);
if (!pictures) {
  console.error('usage: run.mjs EXACTBLEND PACKAGES PICTURES [PATTERN]');
  process.exit(2);
}
if (!existsSync(join(packages, 'node_modules', 'playwright-core'))) {
  console.log(`skipped: there is no playwright-core in ${packages}; ./test unpacks it there by npm`);
  process.exit(77);
}
const require = createRequire(join(resolve(packages), 'package.json'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const WIDTHS = [320, 768, 1440];
const AXE_WIDTHS = new Set([320, 1440]); // one for each layout of the figure
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
               '--disable-background-networking', '--disable-component-update', '--disable-sync'];

let checks = 0;
const failures = [];
function check(what, is, wanted) {
  checks += 1;
  const [a, b] = [is, wanted].map((value) => JSON.stringify(value));
  if (a !== b) failures.push(`${what}: ${a?.slice(0, 600)}, not ${b?.slice(0, 600)}`);
}

const folder = mkdtempSync(join(tmpdir(), 'exactblend-pages-'));
mkdirSync(pictures, { recursive: true });

// {name, address} of every page: single files, and the pages of one site.
function makePages() {
  const problems = new Map();
  for (const file of readdirSync(join(root, 'examples')).filter((file) => file.endsWith('.json')).sort()) {
    problems.set(basename(file, '.json'), join(root, 'examples', file));
  }
  for (const [name, problem] of Object.entries(hardProblems())) {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(problem));
    problems.set(name, file);
  }
  const pages = [];
  for (const [name, file] of problems) {
    if (!name.includes(pattern)) continue;
    const page = join(folder, `${name}.html`);
    execFileSync(program, ['lesson', file, '-o', page]);
    pages.push({ name, page });
  }
  const site = join(folder, 'site/');
  execFileSync(program, ['lesson', problems.get('assigned-weights'), problems.get('hostile'), '-o', site], { stdio: 'pipe' });
  for (const page of ['index', 'assigned-weights', 'hostile']) {
    if (`site-${page}`.includes(pattern)) pages.push({ name: `site-${page}`, page: join(site, `${page}.html`), site: true });
  }
  return pages.map((made) => ({ ...made, address: pathToFileURL(made.page).href }));
}

// In the page: what sticks out of the window at the right, regions that scroll by themselves aside.
function overflowing() {
  const width = document.documentElement.clientWidth;
  const found = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('.eb-scroll, .eb-words')) continue;
    const { right, width: own } = element.getBoundingClientRect();
    if (own > 0 && right > width + 1) found.push(`<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${Math.round(right)}`);
  }
  return { scrolls: document.documentElement.scrollWidth > width, found: found.slice(0, 5) };
}

async function runAxe(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' ')}`);
}

// How often each formula's words, and anything of MathML, stand in the accessibility tree.
async function checkSpeech(name, page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const shown = nodes.filter((node) => !node.ignored);
  const roles = shown.map((node) => node.role?.value ?? '');
  check(`${name}: nodes of MathML that a screen reader meets`, roles.filter((role) => /math/i.test(role)).length, 0);
  const spoken = shown.filter((node) => node.role?.value === 'StaticText').map((node) => node.name.value.trim());
  const words = await page.locator('.eb-words').evaluateAll((all) => all
      .filter((element) => !element.closest('details:not([open])'))
      .map((element) => element.textContent.trim()));
  for (const text of new Set(words)) {
    check(`${name}: times that "${text.slice(0, 60)}" is told`, spoken.filter((said) => said === text).length,
          words.filter((said) => said === text).length);
  }
  const drawings = shown.filter((node) => node.role?.value === 'image' || node.role?.value === 'img');
  check(`${name}: figures without a name`, drawings.filter((node) => !node.name?.value).length, 0);
}

// Each section that a step has shows its figure once, whatever the width.
async function checkFigures(name, page) {
  const shown = await page.locator('main > section[id] > figure').evaluateAll((figures) => figures.map((figure) =>
    [...figure.querySelectorAll('svg')].filter((svg) => svg.getBoundingClientRect().height > 0).length));
  check(`${name}: figures shown in each step`, shown, shown.map(() => 1));
  return shown.length;
}

// The smallest text of a figure, in pixels.
async function smallestText(page) {
  return page.locator('figure svg text').evaluateAll((texts) => Math.min(...texts
      .filter((text) => text.getClientRects().length > 0)
      .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)));
}

async function lookAt(browser, { name, address, site }) {
  const requests = [];
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, offline: true });
  const page = await context.newPage();
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(address);
  check(`${name}: requests`, requests.filter((url) => !url.endsWith('/style.css')), [address]);
  check(`${name}: requests for a style sheet`, requests.length, site ? 2 : 1);
  check(`${name}: scripts`, await page.locator('script').count(), 0);
  const withScripts = await page.locator('body').innerText();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      const where = `${name} at ${width}, ${colorScheme}`;
      if (colorScheme === 'light') {
        check(`${where}: wider than the window`, await page.evaluate(overflowing), { scrolls: false, found: [] });
        if (await checkFigures(where, page) > 0) check(`${where}: figure text of 9 pixels or more`, (await smallestText(page)) >= 9, true);
      }
      if (AXE_WIDTHS.has(width)) check(`${where}: violations that axe finds`, await runAxe(page), []);
      if (colorScheme === 'light' || width === WIDTHS.at(-1)) {
        await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      }
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await checkSpeech(name, page);
  await context.close();

  const plain = await browser.newContext({ viewport: { width: 1440, height: 900 }, javaScriptEnabled: false });
  const silent = await plain.newPage();
  await silent.goto(address);
  check(`${name}: the text with scripts off`, await silent.locator('body').innerText(), withScripts);
  await plain.close();
}

// A reader without a mouse: Tab, then Enter, from the head of the page through all of its steps.
async function walkByKeyboard(browser, { name, address }) {
  const page = await browser.newPage({ viewport: { width: 768, height: 900 } });
  await page.goto(address);
  const reached = [];
  for (let i = 0; i < 60; i += 1) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(() => document.activeElement?.textContent?.trim().slice(0, 40) ?? '');
    if (reached.includes('Assign →') && text === 'Assign') break;
    reached.push(text);
  }
  for (const link of ['Assign', 'Scale →', 'Add →', 'Boundary →', 'Summary →']) {
    check(`${name}: reached by the keyboard: ${link}`, reached.includes(link), true);
  }
  await page.getByRole('link', { name: 'Scale →' }).focus();
  await page.keyboard.press('Enter');
  check(`${name}: where the link leads`, await page.evaluate(() => location.hash), '#scale');
  const summary = page.locator('#scale .eb-tex summary');
  await summary.focus();
  await page.keyboard.press('Enter');
  check(`${name}: TeX opened by the keyboard`, await page.locator('#scale .eb-tex pre').isVisible(), true);
  await page.locator('#scale .eb-tex pre').click();
  const copied = await page.evaluate(() => getSelection().toString());
  check(`${name}: one click takes all of the TeX`, copied.trim(), (await page.locator('#scale .eb-tex code').textContent()).trim());
  await page.screenshot({ path: join(pictures, `${name}-keyboard.png`) });
  await page.close();
}

// On paper: no links to other steps, the folded queries open.
async function print(browser, { name, address }) {
  const page = await browser.newPage({ viewport: { width: 768, height: 900 } });
  await page.goto(address);
  await page.emulateMedia({ media: 'print' });
  check(`${name}: links between steps on paper`, await page.locator('.eb-steps').first().isVisible(), false);
  await page.pdf({ path: join(pictures, `${name}.pdf`), format: 'A4', margin: { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' } });
  await page.close();
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
try {
  const pages = makePages();
  const waiting = [...pages];
  const reader = async () => {
    for (let page = waiting.shift(); page; page = waiting.shift()) await lookAt(browser, page);
  };
  await Promise.all([reader(), reader()]);
  for (const page of pages.filter(({ name }) => name === 'assigned-weights')) await walkByKeyboard(browser, page);
  for (const page of pages.filter(({ name }) => ['assigned-weights', 'three-queries'].includes(name))) await print(browser, page);
  console.log(`${pages.length} pages`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(failure);
console.log(`${checks} checks, ${failures.length} failures; pictures in ${pictures}`);
process.exit(failures.length > 0 ? 1 : 0);
