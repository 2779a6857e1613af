export const CONTACT = {
  firstName: 'Meera',
  lastName: 'Das',
  email: 'meera.das@example.com',
  contactNumber: '9123456780',
  subject: 'A private matter',
  message: 'Not for everyone to read.',
}

/** What the calls about messages of the contact form are sent. */
export const contactBodies = (contactId: string): Record<string, object> => ({
  'POST /web-vitals': { page: 'home', device: 'phone', values: { LCP: 1900 } },
  'POST /contact': { ...CONTACT, subject: 'Another matter' },
  'POST /admin/contact/{id}/answers': { text: 'Yes.', seen: 0 },
  'PATCH /admin/contact/{id}/closed': { isClosed: true },
  'POST /admin/contacts/mark': { ids: [contactId], isRead: true },
  'POST /admin/contacts/delete': { ids: [contactId] },
})
