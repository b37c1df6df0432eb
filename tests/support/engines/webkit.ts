import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { vi } from 'vitest';
import { freePort } from '../server/free-port.ts';
import { addConsoleRecorder, readRecordedConsole } from './console-recorder.ts';
import { type Engine, type Profile, STEP_TIMEOUT_MS, type Tab, WINDOW_PX } from './engine.ts';
import { findExecutable } from './find-executable.ts';
import { openWebDriverSession } from './webdriver.ts';
import { webDriverTab } from './webdriver-tab.ts';

const driverPath = process.env['WEBKIT_DRIVER_PATH'] || findExecutable('WebKitWebDriver');
const displayPath = findExecutable('Xvfb');

const missing = (): string | undefined => {
  if (!driverPath)
    return 'no WebKitWebDriver is installed (Debian: webkit2gtk-driver), and WEBKIT_DRIVER_PATH names none';
  return displayPath ? undefined : 'it needs a display, and no Xvfb is installed (Debian: xvfb)';
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return;
  child.kill();
  await once(child, 'exit');
};

/** Starts an X server without a screen; resolves with the name of its display. */
const openDisplay = async (): Promise<{ child: ChildProcess; name: string }> => {
  const { width, height } = WINDOW_PX;
  const args = ['-displayfd', '1', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'];
  const child = spawn(displayPath ?? '', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const line of createInterface(child.stdout)) return { child, name: `:${line}` };
  throw new Error('Xvfb ended before it named its display');
};

/** Starts the driver on a display; resolves with its URL once it is ready. */
const openDriver = async (display: string): Promise<{ child: ChildProcess; url: string }> => {
  const port = await freePort();
  const child = spawn(driverPath ?? '', [`--port=${port}`], {
    // Without a GPU, the renderer that shares buffers with one takes several times as long.
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${url}/status`), { timeout: STEP_TIMEOUT_MS });
  return { child, url };
};

/** Starts a driver, and a browser by it. */
const openBrowser = async (display: string) => {
  const driver = await openDriver(display);
  try {
    return { driver: driver.child, session: await openWebDriverSession(driver.url) };
  } catch (error) {
    await stop(driver.child);
    throw error;
  }
};

const openProfile = async (display: string, site: string): Promise<Profile> => {
  // About one start of thousands never ends on a busy machine.
  const { driver, session } = await openBrowser(display).catch(() => openBrowser(display));
  await session.post('/window/rect', { x: 0, y: 0, ...WINDOW_PX });
  const tabs: Tab[] = [];
  return {
    version: session.version,
    async openTab() {
      const { handle } =
        tabs.length === 0
          ? { handle: await session.get<string>('/window') }
          : await session.post<{ handle: string }>('/window/new', { type: 'tab' });
      const tab = webDriverTab(session, handle, site);
      tabs.push(tab);
      return tab;
    },
    async consoleLines() {
      const lines: string[] = [];
      for (const tab of tabs) lines.push(...(await tab.evaluate(readRecordedConsole)));
      return lines;
    },
    async close() {
      await session.end();
      await stop(driver);
    },
  };
};

/** WebKitGTK, by W3C WebDriver. Its driver reports no console, so the served HTML records it. */
export const webkit: Engine = {
  name: 'webkit',
  missing: missing(),
  prepare: addConsoleRecorder,
  async launch() {
    const display = await openDisplay();
    return {
      openProfile: (site) => openProfile(display.name, site),
      close: () => stop(display.child),
    };
  },
};
