/** The window sizes of journeys, in pixels. */
export const PHONE = { width: 390, height: 844 }
export const LAPTOP = { width: 1280, height: 800 }
