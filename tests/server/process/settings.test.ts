import { describe, expect, it } from 'vitest';
import { readSettings, SettingError, settingsWarnings } from '#server/config/read-settings.ts';
import { networkOf } from '#server/http/client-network.ts';

const SECRET = 'x'.repeat(32);
const HOOK_SECRET = `whsec_${Buffer.from('secret of twenty-four b.').toString('base64')}`;

describe('the settings', () => {
  it('have defaults for a machine with nothing but Node', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      smtpUrl: undefined,
      publicUrl: undefined,
      webOrigins: [],
      trustProxy: 0,
      drainMs: 2000,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      secretKeys: undefined,
      mailFrom: { name: 'Sitara', address: 'no-reply@sitara.example' },
    });
    expect(readSettings({}).dataDir).toMatch(/\.data$/);
  });

  it('are read from the environment', () => {
    expect(
      readSettings({
        PORT: '0',
        HOST: '0.0.0.0',
        DATABASE_URL: 'postgres://u:p@db.example/sitara',
        SECRET_KEY: SECRET,
        SMTP_URL: 'smtps://u:p@mail.example',
        MAIL_FROM: 'Sitara Team <hello@sitara.example>',
        SALES_EMAIL: 'sales@x.example',
        PUBLIC_URL: 'https://sitara.example/',
        WEB_ORIGINS: 'https://www.sitara.example, https://b.example',
        TRUST_PROXY: '1',
        DRAIN_MS: '0',
        METRICS_PORT: '0',
        METRICS_HOST: '0.0.0.0',
      }),
    ).toMatchObject({
      port: 0,
      mailFrom: { name: 'Sitara Team', address: 'hello@sitara.example' },
      publicUrl: 'https://sitara.example',
      webOrigins: ['https://www.sitara.example', 'https://b.example'],
      trustProxy: 1,
      drainMs: 0,
      metricsPort: 0,
      metricsHost: '0.0.0.0',
    });
  });

  it('convert mailboxes at international domains to ASCII, as mail requires', () => {
    const settings = readSettings({
      MAIL_FROM: 'Sitara <no-reply@münchen.example>',
      SALES_EMAIL: '\u00a0sales@MÜNCHEN。example',
    });
    expect(settings).toMatchObject({
      mailFrom: { name: 'Sitara', address: 'no-reply@xn--mnchen-3ya.example' },
      salesEmail: 'sales@xn--mnchen-3ya.example',
    });
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['HOST', 'a b'],
    ['HOST', '300.1.1.1'],
    ['HOST', '127.0.0.1:3000'],
    ['DATABASE_URL', 'mysql://secret@x'],
    ['DATABASE_URL', 'secret'],
    ['SMTP_URL', 'https://secret@x'],
    ['SMTP_URL', 'smtp://user:%zzsecret@x'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://:25'],
    ['DATABASE_URL', 'postgres://user:%zzsecret@x/db'],
    ['DATA_DIR', ' '],
    ['MAIL_FROM', 'secret'],
    ['MAIL_FROM', 'A <a@x.example>, B <b@x.example>'],
    ['MAIL_FROM', 'A\r\nBcc: v@x.example <a@x.example>'],
    ['SALES_EMAIL', 'a@x.example,b@x.example'],
    ['PUBLIC_URL', 'sitara.example'],
    ['PUBLIC_URL', 'https://sitara.example/app'],
    ['PUBLIC_URL', 'javascript:secret'],
    ['WEB_ORIGINS', '*'],
    ['WEB_ORIGINS', 'https://a.example,b'],
    ['TRUST_PROXY', 'true'],
    ['METRICS_PORT', 'on'],
    ['METRICS_PORT', '65536'],
    ['METRICS_HOST', 'a b'],
    ['DRAIN_MS', '2s'],
    ['DRAIN_MS', '60001'],
    ['SECRET_KEY', 'too short a secret'],
    ['SECRET_KEY', `${SECRET},too short a secret`],
    ['SECRET_KEY', `${SECRET},`],
    ['WEBHOOK_ALLOW_PRIVATE', 'yes'],
    ['WEBHOOK_URLS', 'secret@'],
    ['WEBHOOK_URLS', 'https://hooks.example/'],
    ['WEBHOOK_URLS', `http://hooks.example/ ${HOOK_SECRET}`],
    ['WEBHOOK_URLS', `ftp://hooks.example/ ${HOOK_SECRET}`],
    ['WEBHOOK_URLS', `https://user:secret@hooks.example/ ${HOOK_SECRET}`],
    ['WEBHOOK_URLS', `https://hooks.example/ ${HOOK_SECRET} ${HOOK_SECRET} ${HOOK_SECRET}`],
    ['WEBHOOK_URLS', 'https://hooks.example/ c2VjcmV0IHRoYXQgaXMgbG9uZyBlbm91Z2g='],
    ['WEBHOOK_URLS', 'https://hooks.example/ whsec_c2VjcmV0'],
    ['WEBHOOK_URLS', `https://hooks.example/ ${HOOK_SECRET}!`],
    ['WEBHOOK_URLS', `https://hooks.example/ whsec_${'A'.repeat(88)}`],
    ['WEBHOOK_URLS', ' , '],
    ['WEBHOOK_URLS', `https://10.0.0.8/hook ${HOOK_SECRET}`],
    ['WEBHOOK_URLS', `https://[::ffff:127.0.0.1]/ ${HOOK_SECRET}`],
    ['WEBHOOK_URLS', `https://a.example ${HOOK_SECRET},https://a.example/ ${HOOK_SECRET}`],
  ])('stop the start if invalid, with a line that starts with %s: %j', (name, value) => {
    const read = () => readSettings({ SECRET_KEY: SECRET, [name]: value });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(new RegExp(`^${name} [^\\n]*$`));
    expect(read).not.toThrow(/secret@|too short a secret|c2VjcmV0/);
  });

  it.each([
    ['DATABASE_URL', 'postgres://user:pass#secret@x/db'],
    ['DATABASE_URL', 'postgres://user:p/secret@x/db'],
    ['DATABASE_URL', 'postgres://x:65536/db'],
    ['SMTP_URL', 'smtps://user:p?secret@x'],
  ])('say what to write where %s can not be read as an address: %j', (name, value) => {
    const read = () => readSettings({ SECRET_KEY: SECRET, [name]: value });
    expect(read).toThrow(new RegExp(`^${name} is not a readable address: .*%23$`));
    expect(read).not.toThrow(/secret/);
  });

  it('take a PostgreSQL on a socket, and a scheme in any letter case', () => {
    for (const databaseUrl of ['postgres:///sitara?host=/run/postgresql', 'POSTGRES://x/sitara'])
      expect(readSettings({ SECRET_KEY: SECRET, DATABASE_URL: databaseUrl })).toMatchObject({
        databaseUrl,
      });
  });

  it('take several keys, the first of which signs', () => {
    const { secretKeys } = readSettings({ SECRET_KEY: `${'n'.repeat(32)}, ${SECRET}` });
    expect(secretKeys).toEqual(['n'.repeat(32), SECRET]);
  });

  it('take endpoints of webhooks, each with one or two secrets', () => {
    const other = `whsec_${Buffer.alloc(64, 7).toString('base64')}`;
    const urls = `https://a.example/hook?x=1 ${HOOK_SECRET}, https://b.example  ${HOOK_SECRET} ${other},`;
    const key = Buffer.from('secret of twenty-four b.');
    expect(readSettings({ WEBHOOK_URLS: urls }).webhooks).toEqual({
      allowsPrivate: false,
      endpoints: [
        { address: 'https://a.example/hook?x=1', secrets: [key] },
        { address: 'https://b.example/', secrets: [key, Buffer.alloc(64, 7)] },
      ],
    });
    const local = `http://127.0.0.1:8080/ ${HOOK_SECRET}`;
    expect(
      readSettings({ WEBHOOK_URLS: local, WEBHOOK_ALLOW_PRIVATE: '1' }).webhooks?.allowsPrivate,
    ).toBe(true);
    expect(readSettings({ WEBHOOK_URLS: '' }).webhooks).toBeUndefined();
  });

  it('require a key for a shared database', () => {
    expect(() => readSettings({ DATABASE_URL: 'postgres://u:p@db.example/x' })).toThrow(
      /^SECRET_KEY /,
    );
  });
});

describe('a server that other machines can reach', () => {
  const SERVER = { DATABASE_URL: 'postgres://u:p@db.example/x', SECRET_KEY: SECRET };
  const bare = { PUBLIC_URL: 'https://sitara.example' };
  const https = { ...bare, TRUST_PROXY: '1' };
  const smtp = { SMTP_URL: 'smtps://mail.example' };
  const http = /^WARNING PUBLIC_URL [^\n]*$/;
  const oneClient = /^WARNING TRUST_PROXY [^\n]*$/;
  const noMail = /^WARNING SMTP_URL [^\n]*$/;

  it.each([
    ['http and missing mail', { ...SERVER, PUBLIC_URL: 'http://sitara.example' }, [http, noMail]],
    ['http', { ...SERVER, ...smtp, PUBLIC_URL: 'http://sitara.example' }, [http]],
    ['HOST without PUBLIC_URL', { ...SERVER, ...smtp, HOST: '0.0.0.0' }, [http]],
    ['missing mail', { ...SERVER, ...https }, [noMail]],
    ['nothing', { ...SERVER, ...https, ...smtp }, []],
    ['a proxy that hides all clients', { ...SERVER, ...bare, ...smtp }, [oneClient]],
    ['a proxy that hides all clients, with the embedded database', bare, [oneClient]],
    ['nothing if only its own machine can reach it', SERVER, []],
    ['nothing if it is local', { ...SERVER, PUBLIC_URL: 'http://localhost:3000' }, []],
    ['nothing with the embedded database', { PUBLIC_URL: 'http://sitara.example' }, []],
  ])('logs a warning about %s', (_, env, lines) => {
    expect(settingsWarnings(readSettings(env))).toEqual(
      lines.map((line) => expect.stringMatching(line)),
    );
  });
});

describe('the network of a client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['not an address', undefined],
    ['', undefined],
  ])('%s belongs to %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
