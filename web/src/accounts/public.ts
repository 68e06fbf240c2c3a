export { TermsGate } from './terms/gate.tsx'
