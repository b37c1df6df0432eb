/** Copy around the legal texts, which are Markdown files in `legal/`. */
export const legalContent = {
  documents: [
    { to: '/terms', label: 'Terms' },
    { to: '/subscription-agreement', label: 'Subscription Agreement' },
    { to: '/privacy', label: 'Privacy' },
  ],
  documentsLabel: 'Legal documents',
  contents: 'Contents',
  lastUpdated: (date: string): string => `Last Updated ${date}`,
  amended: ({ date, what }: { date: string; what: string }): string => `Amended ${date}: ${what}`,
  section: (label: string): string => (/^\d/.test(label) ? `Section ${label}` : label),
  clause: (id: string): string => `Clause ${id}`,
} as const;
