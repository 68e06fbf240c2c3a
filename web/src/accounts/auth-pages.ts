// One chunk for all steps of signing up and resetting: they are always used together, and each separate chunk would add to the
// list the first page carries.
export { EmailVerifyPage } from './email-verify-page.tsx'
export { ResendLink } from './resend-link.tsx'
export { ResetPage } from './reset-page.tsx'
export { SignUpPage } from './sign-up-page.tsx'
export { setSignUpPass } from './sign-up-pass.ts'
export { redirectFromEmailVerify, redirectFromReset, redirectFromSignUp } from './auth-guards.ts'
