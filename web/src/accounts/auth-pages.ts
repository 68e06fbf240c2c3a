// One file for all steps of signing up and of a new password: nobody takes one of them alone, and each file apart
// would stand in the list of files that the first page carries.
export { EmailVerifyPage } from './email-verify-page.tsx'
export { ResendLink } from './resend-link.tsx'
export { ResetPage } from './reset-page.tsx'
export { SignUpPage } from './sign-up-page.tsx'
export { keepPass } from './sign-up-pass.ts'
export { leadFromEmailVerify, leadFromReset, leadFromSignUp } from './way-in-guards.ts'
