/** The screens on which journeys are made. */
export const PHONE = { width: 390, height: 844 }
export const LAPTOP = { width: 1280, height: 800 }
