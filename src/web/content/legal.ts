/** Words around the legal texts; the texts themselves are the Markdown files beside this one. */
export const legalContent = {
  documents: [
    { href: '#/terms', label: 'Terms' },
    { href: '#/subscription-agreement', label: 'Subscription Agreement' },
    { href: '#/privacy', label: 'Privacy' },
  ],
  documentsLabel: 'Legal documents',
  contents: 'Contents',
  lastUpdated: (date: string): string => `Last Updated ${date}`,
  section: (label: string): string => (/^\d/.test(label) ? `Section ${label}` : label),
  clause: (id: string): string => `Clause ${id}`,
} as const;
