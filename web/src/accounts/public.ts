export { TermsGate } from './terms/gate.tsx'
/** Asks for the password before a sensitive act. */
export const loadConfirm = async () => (await import('./profile/confirm.tsx')).ProfileConfirm
