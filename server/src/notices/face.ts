export { type MailEngine, chooseMailEngine } from './mail-engine.ts'
export { sendMail } from './send-mail.ts'
export { findMail } from './store.ts'
export { type NoticeOrder, tellPerson } from './tell-person.ts'
