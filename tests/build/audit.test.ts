import { describe, expect, it } from 'vitest';
import { readAudit } from '#build/testing/audit.ts';

/** A report in the format of `npm audit --json`. */
const report = (vulnerabilities: Record<string, { severity: string; range: string }>) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { vulnerabilities: {} } });

describe('the result of npm audit', () => {
  it('is clean without vulnerabilities of severity high or critical', () => {
    expect(readAudit(report({}))).toEqual({ outcome: 'clean' });
    const small = {
      a: { severity: 'low', range: '<1' },
      b: { severity: 'moderate', range: '<2' },
    };
    expect(readAudit(report(small))).toEqual({ outcome: 'clean' });
  });

  it('lists packages with vulnerabilities of severity high or critical', () => {
    const severe = {
      a: { severity: 'high', range: '<1' },
      b: { severity: 'critical', range: '2.x' },
      c: { severity: 'moderate', range: '*' },
    };
    expect(readAudit(report(severe))).toEqual({
      outcome: 'found',
      findings: ['high  a <1', 'critical  b 2.x'],
    });
  });

  it.each([
    [
      '{"message":"405 Method Not Allowed - POST https://a.example","error":{"summary":""}}',
      '405 Method',
    ],
    [
      '{"error":{"code":"ENOTFOUND","summary":"request to https://a.example failed"}}',
      'request to',
    ],
    ['{"error":{"code":"ENOLOCK"}}', 'ENOLOCK'],
    ['', 'no answer'],
    ['<html>', 'no answer'],
    ['{}', 'no answer'],
  ])('is no answer, and no finding: %s', (output, reason) => {
    const audit = readAudit(output);
    expect(audit).toEqual({ outcome: 'unanswered', reason: expect.stringContaining(reason) });
  });
});
