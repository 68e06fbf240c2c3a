export { type MailEngine, chooseMailEngine } from './mail-engine.ts'
export { sendMail } from './service.ts'
export { findMail } from './store.ts'
