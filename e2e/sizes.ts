export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  colorScheme: 'light',
} as const

/** For `test.use` in a test that needs a desktop: the smoke tier runs every test on the phone. */
export const desktop = {
  viewport: { width: 1280, height: 800 },
  hasTouch: false,
  isMobile: false,
  deviceScaleFactor: 1,
  colorScheme: 'dark',
} as const
