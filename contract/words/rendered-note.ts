/** What the demo's shop says of its pictures, until its owner writes something else or takes the demo out. */
export const RENDERED_NOTE = 'Pictures in the demo catalogue are rendered.'
