import { describe, expect, test } from 'vitest';
import * as brand from '#contract/brand.ts';
import { auditPage } from '#tests/support/browser/axe.ts';
import { waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import type { Site } from '#tests/support/browser/site.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { FURTHER, testConditions } from '#tests/support/each-condition.ts';

const CLAIM = 'Find the few who shine';
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

let visitor: Visitor;
const journey = setUpSite();

const open = async (path = '/', options: Parameters<Site['visitor']>[0] = {}): Promise<Visitor> => {
  visitor = await journey.site.visitor({ reducedMotion: 'reduce', ...options });
  await visitor.page.goto(path);
  return visitor;
};

const atHome = async (options: Parameters<Site['visitor']>[0] = {}): Promise<Visitor> => {
  await open('/', options);
  await waitForHeading(visitor, CLAIM);
  return visitor;
};

/** The number of running infinite animations. */
const running = (page: Visitor['page']): Promise<number> =>
  page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
        ).length,
  );

/** The number of elements whose layout is deferred. */
const deferredSections = (page: Visitor['page']): Promise<number> =>
  page
    .locator('main :is(section, article, dl)')
    .evaluateAll(
      (all) => all.filter((one) => getComputedStyle(one).contentVisibility === 'auto').length,
    );

test('the first screen of a phone says for whom it is: recruiters, and candidates', async () => {
  const { page } = await atHome({ viewport: { width: 390, height: 844 } });
  for (const words of [
    /^For recruiters and hiring teams:/,
    /^Candidates: .* You need no account\.$/,
  ]) {
    const box = await page.getByText(words).boundingBox();
    expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThan(844);
  }
});

describe('header and footer', () => {
  test.each([
    [
      'banner',
      {
        'About us': '/about',
        Pricing: '/pricing',
        'Log In': '/login',
        'Get a demo': '/demo',
        'Get started free': '/checkout',
      },
    ],
    [
      'contentinfo',
      {
        Pricing: '/pricing',
        'Get a demo': '/demo',
        'About us': '/about',
        Privacy: '/privacy',
        Terms: '/terms',
      },
    ],
  ] as const)('in the %s, every link leads to its page', async (landmark, links) => {
    const { page } = await atHome();
    for (const [name, path] of Object.entries(links)) {
      const link = page.getByRole(landmark).getByRole('link', { name, exact: true });
      expect(await link.getAttribute('href')).toBe(path);
      await link.click();
      await expect.poll(() => new URL(page.url()).hash).toBe(`#${path}`);
      await page.goBack();
      await waitForHeading(visitor, CLAIM);
    }
  });

  test('links to other sites, numbers and mailboxes have their addresses', async () => {
    const { page } = await atHome();
    for (const [landmark, name, address] of [
      ['banner', 'Resources', /^https:\/\/blog\./],
      ['contentinfo', 'Log in', /^\/app/],
      ['contentinfo', 'Community', /^https:\/\/community\./],
      ['contentinfo', 'LinkedIn', /linkedin/],
      ['contentinfo', 'Support', `mailto:${brand.supportEmail}`],
      ['contentinfo', brand.phone, brand.phoneLink],
      ['contentinfo', brand.infoEmail, `mailto:${brand.infoEmail}`],
    ] as const) {
      const link = page.getByRole(landmark).getByRole('link', { name, exact: true });
      expect(await link.getAttribute('href')).toMatch(address);
    }
  });

  testConditions(
    [
      ['Try free now', '/checkout', 'Sign up free to try now!'],
      ['Book a demo', '/demo', 'Book a Demo'],
    ],
    ([name, path]) => `in the header of the campaign, ${name} leads to ${path}`,
    async ([name, path, heading]) => {
      const { page } = await open('/#/campaign');
      // Before the script runs, a press follows the link without navigation state.
      await waitUntilMounted(page);
      await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
      await waitForHeading(visitor, heading);
      expect(new URL(page.url()).hash).toBe(`#${path}`);
      expect(await page.evaluate(() => history.state)).toMatchObject({ email: '' });
    },
  );

  test('the calls to action pass an empty email on', async () => {
    const { page } = await atHome();
    await waitUntilMounted(page);
    await page.getByRole('banner').getByRole('link', { name: 'Get started free' }).click();
    await waitForHeading(visitor, 'Sign up free to try now!');
    expect(await page.evaluate(() => history.state)).toMatchObject({ email: '' });
  });

  test('Pricing is hidden on the sign-up, in the header and in the menu', async () => {
    const { page } = await open('/#/checkout');
    await waitForHeading(visitor, 'Sign up free to try now!');
    const header = page.getByRole('banner');
    expect(await header.getByRole('link', { name: 'About us' }).isVisible()).toBe(true);
    expect(await header.getByRole('link', { name: 'Pricing' }).count()).toBe(0);
  });

  test('a small window has a menu that opens, closes on Escape, and navigates', async () => {
    const { page } = await atHome({ viewport: { width: 390, height: 800 } });
    const menu = page.getByRole('button', { name: 'Menu' });
    const about = page.getByRole('banner').getByRole('link', { name: 'About us' });
    expect(await about.isVisible()).toBe(false);
    await menu.click();
    // Before the script runs, a press is captured and repeated.
    await about.waitFor();
    expect(await auditPage(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await about.waitFor({ state: 'hidden' });
    expect(await menu.evaluate((node) => node === document.activeElement)).toBe(true);
    await menu.click();
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
    await waitForHeading(visitor, 'Log in');
  });

  test('the open menu leaves the page where it is, and closes when focus leaves it', async () => {
    const { page } = await atHome({ viewport: PHONE });
    const claim = page.getByRole('heading', { name: CLAIM });
    const place = await claim.boundingBox();
    await page.getByRole('button', { name: 'Menu' }).click();
    const last = page.getByRole('banner').getByRole('link', { name: 'Get a demo' });
    await last.waitFor();
    expect(await claim.boundingBox()).toEqual(place);
    await last.focus();
    await page.keyboard.press('Tab');
    await last.waitFor({ state: 'hidden' });
  });

  testConditions(
    [
      ['/', 'Get started free'],
      ['/#/pricing', 'Get started free'],
      ['/#/campaign', 'Try free now'],
    ],
    ([path]) => `on a phone the sign-up is in reach wherever ${path} is scrolled`,
    async ([path, name]) => {
      const { page } = await open(path, { viewport: PHONE });
      await waitUntilMounted(page);
      const link = page.getByRole('banner').getByRole('link', { name });
      for (const top of [0, 1500, 5000]) {
        await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
        const { y = -1, height = 0 } = (await link.boundingBox()) ?? {};
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y + height).toBeLessThan(80);
        expect(height).toBeGreaterThanOrEqual(44);
        await link.click({ trial: true });
      }
    },
  );

  test('on a phone the link to the sign-up is quiet beside the hero’s, and its like below', async () => {
    const { page } = await atHome({ viewport: PHONE, reducedMotion: 'no-preference' });
    const [inBar, inHero] = (['banner', 'main'] as const).map((landmark) =>
      page.getByRole(landmark).getByRole('link', { name: 'Get started free' }).first(),
    );
    const ground = (link = inBar) => link?.evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(await ground()).not.toBe(await ground(inHero));
    await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }));
    await expect.poll(ground).toBe(await ground(inHero));
  });

  testConditions(
    [
      '/login',
      '/checkout',
      '/forgotPassword',
      '/resetPassword',
      '/demo',
      '/thankyou',
      '/thankyou_campaign',
    ],
    (path) => `on ${path} no call of the header competes with the page’s own`,
    async (path) => {
      const { page } = await open(`/#${path}`, { viewport: DESKTOP });
      await page.locator('main h1').waitFor();
      const header = page.getByRole('banner');
      const looks = () =>
        ['Log In', 'Get a demo', 'Get started free'].map((name) =>
          header.getByRole('link', { name, exact: true }).evaluate((link) => {
            const { backgroundColor, borderStyle, color, fontWeight } = getComputedStyle(link);
            return [backgroundColor, borderStyle, color, fontWeight].join(' ');
          }),
        );
      // Colours fade in.
      await expect.poll(async () => new Set(await Promise.all(looks())).size).toBe(1);
      await page.setViewportSize(PHONE);
      expect(await header.getByRole('link', { name: 'Get started free' }).isVisible()).toBe(false);
      await header.getByRole('button', { name: 'Menu' }).click();
      await header.getByRole('link', { name: 'Get started free' }).waitFor();
    },
  );

  test('in the header of home no call is louder than another', async () => {
    const { page } = await atHome({ viewport: DESKTOP });
    const [demo, signUp] = ['Get a demo', 'Get started free'].map((name) =>
      page
        .getByRole('banner')
        .getByRole('link', { name })
        .evaluate((link) => getComputedStyle(link).backgroundColor),
    );
    expect(await signUp).toBe(await demo);
  });

  test('the wordmark and the headings of the footer are on one line', async () => {
    const { page } = await atHome({ viewport: DESKTOP });
    const footer = page.getByRole('contentinfo');
    await footer.scrollIntoViewIfNeeded();
    const baselines = await footer.evaluate((node) =>
      [...node.querySelectorAll('div:first-child > span, nav p')].map((box) => {
        const mark = document.createElement('span');
        mark.style.display = 'inline-block';
        box.append(mark);
        const { bottom } = mark.getBoundingClientRect();
        mark.remove();
        return Math.round(bottom);
      }),
    );
    expect(baselines).toHaveLength(5);
    expect(new Set(baselines).size, String(baselines)).toBe(1);
  });

  test('beside the form that logs in, Log in is the last link of the footer', async () => {
    await open('/#/login');
    await waitForHeading(visitor, 'Log in');
    const links = visitor.page.getByRole('contentinfo').getByRole('link');
    expect(await links.last().textContent()).toBe('Log in');
    expect(await links.filter({ hasText: 'Log in' }).count()).toBe(1);
  });
});

describe('on a phone', () => {
  testConditions(
    ['Arimo', 'DejaVu Sans'] as const,
    (font) => `in ${font} home is less than 14 screens long`,
    async (font) => {
      const { page } = await atHome({ viewport: PHONE, font, reducedMotion: 'reduce' });
      await waitUntilMounted(page);
      await expect.poll(() => deferredSections(page)).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(11_500);
    },
  );

  testConditions(
    [320, 390],
    (width) => `at ${width} px the evidence is a row that arrow keys scroll; the page stays`,
    async (width) => {
      const { page } = await atHome({ viewport: { width, height: 844 } });
      const row = page.getByRole('group', { name: 'What stands behind a shortlist' });
      await waitUntilMounted(page);
      await row.focus();
      await page.keyboard.press('ArrowRight');
      const shown = () =>
        row.evaluate((box) => {
          const edges = [...box.querySelectorAll('article')]
            .map((card) => Math.round(card.getBoundingClientRect().left))
            .filter((left) => left > 0 && left < innerWidth);
          return { isScrolled: box.scrollLeft > 200, first: edges[0], count: edges.length };
        });
      // The second card begins at the gutter, and the third one is in view.
      await expect.poll(shown).toEqual({ isScrolled: true, first: 16, count: 2 });
      expect(await page.evaluate(() => [scrollX, document.documentElement.scrollWidth])).toEqual([
        0,
        width,
      ]);
    },
  );

  test('the evidence is a column on paper, and in a wide window takes no focus', async () => {
    const { page } = await atHome({ viewport: PHONE });
    const row = page.locator('[aria-label="What stands behind a shortlist"]');
    const rows = () =>
      row
        .locator('article')
        .evaluateAll(
          (cards) => new Set(cards.map((card) => card.getBoundingClientRect().top)).size,
        );
    expect(await rows()).toBe(1);
    await page.emulateMedia({ media: 'print' });
    expect(await rows()).toBe(6);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize(DESKTOP);
    await row.evaluate((box: HTMLElement) => box.focus());
    expect(await row.evaluate((box) => box === document.activeElement)).toBe(false);
  });
});

describe('the page', () => {
  testConditions(
    ['casestudies', 'advantages', 'numbers', 'process', 'features', 'carousel', 'faq'],
    (section) => `?section=${section} scrolls to its section, before or after the hash`,
    async (section) => {
      const top = (id: string) => document.getElementById(id)?.getBoundingClientRect().top;
      for (const path of [`/?section=${section}`, `/#/?section=${section}`]) {
        const { page } = await open(path);
        await waitForHeading(visitor, CLAIM);
        await expect.poll(() => page.evaluate(top, section)).toBeLessThan(200);
        expect(await page.evaluate(top, section)).toBeGreaterThanOrEqual(0);
      }
    },
  );

  test('starts at its top and shows its numbers and prices', async () => {
    const { page } = await atHome();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const numbers = page.locator('#numbers');
    for (const number of ['50,000+', '91%', '5 to 1'])
      expect(await numbers.textContent()).toContain(number);
    await page.getByRole('heading', { name: `Why choose ${brand.name}?` }).waitFor();
    await page.getByText('₹13,200').first().waitFor();
  });

  test('one answer is open per column, and a click on it closes it', async () => {
    const { page } = await atHome();
    const first = page.getByText('What happens in the interview?');
    const second = page.getByText('How long does it take a candidate?');
    const other = page.getByText('Does it decide who is hired?');
    const opened = () => page.locator('#faq details[open]').count();
    await first.click();
    await other.click();
    await expect.poll(opened).toBe(2);
    await second.focus();
    await second.click();
    await expect.poll(opened).toBe(2);
    await page.keyboard.press('Enter');
    await expect.poll(opened).toBe(1);
  });

  test('the carousel works by keyboard, and Pause is its first control', async () => {
    const { page } = await atHome({ reducedMotion: 'no-preference' });
    const carousel = page.locator('[aria-roledescription=carousel]');
    const slide = carousel.locator('[aria-roledescription=slide]:not([inert])');
    await carousel.scrollIntoViewIfNeeded();
    // The document of the page shows all slides, until the app is there.
    await expect.poll(() => slide.count()).toBe(1);
    await carousel.getByRole('button').first().focus();
    const label = await slide.getAttribute('aria-label');
    expect(await carousel.getByRole('button').first().getAttribute('aria-label')).toMatch(/^Pause/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => slide.getAttribute('aria-label')).not.toBe(label);
  });

  test('a heading of the product’s parts scrolls to its screen, there and back, and is marked as current', async () => {
    const { page } = await atHome({ viewport: { width: 1440, height: 900 } });
    const screens = [
      ['Nobody is left waiting', 'feature-follow-up'],
      ['The reasons, not only the score', 'feature-insight'],
      ['It asks what you would ask', 'feature-interview'],
    ] as const;
    for (const [name, id] of screens) {
      const button = page.getByRole('button', { name });
      await button.click();
      await expect.poll(() => button.getAttribute('aria-current')).toBe('true');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe(id);
      const others = page.locator('#features [aria-current=true]');
      expect(await others.count()).toBe(1);
      // What covers it is below it.
      const isShown = () =>
        page.evaluate((name) => {
          const { left, top, width, height } = (
            document.querySelector(`#${name} [data-night]`) as Element
          ).getBoundingClientRect();
          return [0.1, 0.9].every((share) =>
            document.elementFromPoint(left + width / 2, top + height * share)?.closest(`#${name}`),
          );
        }, id);
      await expect.poll(isShown).toBe(true);
    }
  });

  test('scrolling up makes the part current that is uncovered', async () => {
    const { page } = await atHome({ viewport: { width: 1440, height: 900 } });
    const current = page.locator('#features [aria-current=true]');
    const scrollToPart = (y: number) =>
      page.locator('#features').evaluate((section, y) => {
        scrollTo({ top: section.getBoundingClientRect().top + scrollY + y, behavior: 'instant' });
      }, y);
    await waitUntilMounted(page);
    await scrollToPart(1500);
    await expect.poll(() => current.textContent()).toBe('Nobody is left waiting');
    await scrollToPart(400);
    await expect.poll(() => current.textContent()).toBe('Everyone, ranked');
    await scrollToPart(-900);
    await expect.poll(() => current.textContent()).toBe('It asks what you would ask');
  });

  testConditions(
    ['/', '/#/campaign'],
    (path) => `the logo strip of ${path} travels in the window and rests outside of it`,
    async (path) => {
      const { page } = await open(path, { reducedMotion: 'no-preference' });
      await waitUntilMounted(page);
      const button = page.getByRole('button', { name: 'Pause the logos' });
      await button.scrollIntoViewIfNeeded();
      await expect.poll(() => running(page)).toBeGreaterThan(0);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect.poll(() => running(page)).toBe(0);
      await page.evaluate(() => scrollTo(0, 0));
      await button.scrollIntoViewIfNeeded();
      await expect.poll(() => running(page)).toBeGreaterThan(0);
    },
  );

  test('home renders no frame while its first window rests', async () => {
    const { page } = await atHome({ reducedMotion: 'no-preference' });
    await waitUntilMounted(page);
    const resting = () =>
      page.evaluate(
        () => !document.getAnimations().some(({ playState }) => playState === 'running'),
      );
    await expect.poll(resting).toBe(true);
  });

  test('the logo strip stops when it is paused', async () => {
    const { page } = await atHome({ reducedMotion: 'no-preference' });
    await page.getByRole('button', { name: /the logos/ }).scrollIntoViewIfNeeded();
    await expect.poll(() => running(page)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Pause the logos' }).click();
    await page.mouse.move(0, 0);
    await expect.poll(() => running(page)).toBe(0);
  });

  test('the logo strip stops under keyboard focus until Play is pressed', async () => {
    const { page } = await atHome({ reducedMotion: 'no-preference' });
    const pause = page.getByRole('button', { name: /the logos/ });
    await pause.scrollIntoViewIfNeeded();
    await expect.poll(() => running(page)).toBeGreaterThan(0);
    await pause.focus();
    await page.keyboard.press('Shift');
    await expect.poll(() => running(page)).toBe(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(() => running(page)).toBeGreaterThan(0);
  });

  test('the End key leads to the end, however early it is pressed', async () => {
    const { page } = await atHome({ viewport: { width: 390, height: 800 } });
    await waitUntilMounted(page);
    await page.keyboard.press('End');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).waitFor();
    const below = () =>
      page.evaluate(() => document.documentElement.scrollHeight - scrollY - innerHeight);
    await expect.poll(below).toBeLessThan(2);
  });

  test('is laid out below the first window after the first paint, but before the app: then nothing moves', async () => {
    const { page } = await journey.site.visitor({ viewport: { width: 390, height: 800 } });
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        const { contentVisibility } = getComputedStyle(
          document.querySelector('#features') as Element,
        );
        Object.assign(globalThis, { atFirst: contentVisibility });
      });
    });
    await page.route('**/assets/*.js', () => {});
    await page.goto('/');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'atFirst'))).toBe('auto');
    await expect.poll(() => deferredSections(page)).toBe(0);
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' });
    await link.scrollIntoViewIfNeeded();
    const jumped = await link.boundingBox();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect(await link.boundingBox()).toEqual(jumped);
  });

  test(
    'keeps a scrolled page in place when the app is mounted before the event of the scroll',
    FURTHER,
    async () => {
      const { page } = await journey.site.visitor({ viewport: { width: 390, height: 800 } });
      await page.addInitScript(() => {
        addEventListener('scroll', (event) => event.stopImmediatePropagation());
        // No section is laid out in a task of its own.
        const { setTimeout } = globalThis;
        Object.assign(globalThis, {
          setTimeout: () => 0,
          resume: () => Object.assign(globalThis, { setTimeout }),
        });
      });
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/assets/*.js', (route) => released.then(() => route.continue()));
      await page.goto('/');
      await page.evaluate(() =>
        document.documentElement.style.setProperty('overflow-anchor', 'none'),
      );
      expect(await deferredSections(page)).toBeGreaterThan(0);
      const heading = page.getByRole('heading', { name: 'Questions, answered' });
      const top = () => heading.evaluate((node) => node.getBoundingClientRect().top);
      let scrolled = 0;
      // What comes into the window is laid out, which moves the heading again.
      await expect
        .poll(async () => {
          await heading.evaluate((node) =>
            node.scrollIntoView({ block: 'center', behavior: 'instant' }),
          );
          const before = scrolled;
          scrolled = await top();
          return scrolled === before;
        })
        .toBe(true);
      await page.evaluate(() => Reflect.get(globalThis, 'resume')());
      release();
      await expect.poll(() => deferredSections(page)).toBe(0);
      expect(await top()).toBeCloseTo(scrolled, 0);
    },
  );

  test('is laid out completely without JavaScript', async () => {
    const { page } = await open('/', { javaScriptEnabled: false });
    const section = page.locator('#features');
    expect(await section.evaluate((node) => getComputedStyle(node).contentVisibility)).toBe(
      'visible',
    );
  });

  describe('for axe', FURTHER, () =>
    testConditions(
      [
        [320, 'light'],
        [390, 'light'],
        [390, 'dark'],
        [1440, 'light'],
        [1440, 'dark'],
      ] as const,
      ([width, colorScheme]) => `has no axe violations at ${width} px, ${colorScheme}`,
      async ([width, colorScheme]) => {
        const { page } = await atHome({ viewport: { width, height: 900 }, colorScheme });
        expect(await auditPage(page)).toEqual([]);
      },
    ),
  );
});
