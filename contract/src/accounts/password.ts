/** The rules for a new password, each shown next to the field while typing. */
export const passwordRules = {
  length: (password: string) => Array.from(password).length >= 8,
  lower: (password: string) => /\p{Ll}/u.test(password),
  upper: (password: string) => /\p{Lu}/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
  /** Anything that is not a letter, mark, digit or space. */
  special: (password: string) => /[^\p{L}\p{M}\p{N}\s]/u.test(password),
} as const
export type PasswordRule = keyof typeof passwordRules

export const passwordRuleNames: readonly PasswordRule[] = ['length', 'lower', 'upper', 'digit', 'special']

export const brokenRules = (password: string): PasswordRule[] =>
  passwordRuleNames.filter((name) => !passwordRules[name](password))
