import { UNNAMED_USER } from '#contract/account.ts';
import { type Attribution, SOURCE_KEYS, type Touch } from '#contract/attribution.ts';
import type { LeadFields } from '#contract/demo-request.ts';
import { type Html, html } from '#server/http/pages/page.ts';
import { block, facts, LAYOUT, look, type MailContent, mailPage, sized } from '../mail/mail.ts';
import type { MailPayloads } from '../mail/outbox.ts';

const LABELS: Record<keyof LeadFields, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  organization: 'Company',
  message: 'Message',
  utm_source: 'Campaign source',
  utm_medium: 'Campaign medium',
  utm_campaign: 'Campaign',
  utm_term: 'Campaign term',
  utm_content: 'Campaign content',
};

const link = (href: string, text: string): Html =>
  html`<a href="${href}" ${look(['link'], '')}>${text}</a>`;

/** An address may have a question mark or an ampersand, which would add fields to the mail. */
const mailLink = (email: string): Html =>
  link(`mailto:${email.split('@').map(encodeURIComponent).join('@')}`, email);

const DIALLED = /^\+?[\d ().-]*\d[ ).-]*$/;
const phoneLink = (phone: string): string | Html =>
  DIALLED.test(phone) ? link(`tel:${phone.replace(/[^+\d]/g, '')}`, phone) : phone;

const broken = (lines: readonly string[]): Html[] =>
  lines.map((line, index) => html`${index > 0 ? html`<br>` : ''}${line}`);

const quote = (text: string): Html =>
  block(html`<table ${LAYOUT} width="100%" style="table-layout:fixed"><tr>
<td width="3" ${look(['accent'], 'font-size:0')}>&nbsp;</td>
<td ${look(['accent-wash', 'ink'], `padding:12px 16px;${sized(16)}`)}>${broken(text.split('\n'))}</td>
</tr></table>`);

const small = (lines: readonly { label: string; value: string }[]): Html =>
  block(
    html`<p ${look(['quiet-ink'], `margin:0;${sized(13)}`)}>${broken(lines.map(({ label, value }) => `${label}: ${value}`))}</p>`,
  );

/** Notifies the sales mailbox of a demo request, without empty fields. A reply reaches the prospect. */
export const leadMail = ({ attribution, ...lead }: MailPayloads['lead']): MailContent => {
  const lines = (Object.keys(LABELS) as (keyof LeadFields)[])
    .filter((field) => lead[field] !== '')
    .map((field) => ({ field, label: LABELS[field], value: lead[field] }));
  const visits = attributionLines(attribution);
  const source = [...lines.filter(({ field }) => field.startsWith('utm_')), ...visits];
  return {
    replyTo: lead.email,
    subject: `Demo request: ${lead.organization}`,
    text: [...lines, ...visits].map(({ label, value }) => `${label}: ${value}\n`).join(''),
    html: mailPage({
      preheader: `${lead.name}, ${lead.email}`,
      topic: 'Demo request',
      heading: `${lead.name}, ${lead.organization}`,
      body: html`${facts([
        ['Email', mailLink(lead.email)],
        ...(lead.phone === '' ? [] : [['Phone', phoneLink(lead.phone)] as const]),
      ])}${lead.message === '' ? '' : quote(lead.message)}${source.length === 0 ? '' : small(source)}`,
    }),
  };
};

/** Notifies the sales mailbox of a new company. A reply reaches its founder. */
export const salesMail = ({
  companyName,
  userName,
  userEmail,
  chosenPlan,
  attribution,
}: MailPayloads['sales']): MailContent => {
  const visits = attributionLines(attribution);
  const name = userName === UNNAMED_USER ? [] : [{ label: 'Name', value: userName }];
  const plan = chosenPlan === undefined ? [] : [{ label: 'Chosen plan', value: chosenPlan }];
  const lines = [
    { label: 'Company', value: companyName },
    ...name,
    { label: 'Email', value: userEmail },
    ...plan,
    ...visits,
  ];
  return {
    replyTo: userEmail,
    subject: `New sign-up: ${companyName}`,
    text: lines.map(({ label, value }) => `${label}: ${value}\n`).join(''),
    html: mailPage({
      preheader: [...name.map(({ value }) => value), userEmail].join(', '),
      topic: 'New sign-up',
      heading: companyName,
      body: html`${facts([
        ...name.map(({ label, value }) => [label, value] as const),
        ['Email', mailLink(userEmail)],
        ...plan.map(({ label, value }) => [label, value] as const),
      ])}${visits.length === 0 ? '' : small(visits)}`,
    }),
  };
};

/** A touch in words: `utm_source=newsletter, from www.example.org, opened /pricing, 2026-11-04T16:05:00.000Z`. */
const describeTouch = (touch: Touch): string =>
  [
    ...SOURCE_KEYS.flatMap((key) => (touch[key] === undefined ? [] : [`${key}=${touch[key]}`])),
    ...(touch.referrer === undefined ? [] : [`from ${touch.referrer}`]),
    `opened ${touch.landing}`,
    touch.at,
  ].join(', ');

/** Where a visitor came from, in lines for people. */
export const attributionLines = (
  attribution: Attribution | null | undefined,
): { label: string; value: string }[] =>
  attribution
    ? [
        { label: 'First visit', value: describeTouch(attribution.first) },
        { label: 'Last visit', value: describeTouch(attribution.last) },
      ]
    : [];
