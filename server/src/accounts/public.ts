export {
  addAdministrator,
  findTeamFor,
  findTeamNames,
  inviteAgain,
  setDisabled,
  setDisabledBySafety,
  setFlags,
  setRole,
  signOutEverywhere,
} from './staff/staff.ts'
export { findLooks, lookKindOf } from './staff/looks.ts'
export { updateLookDelays, upsertLookDelay } from './staff/look-delay-store.ts'
export { type BlockedPair, deleteBlock, deleteBlocksOf, findBlockedPairs, findBlocksOf, insertBlock } from './blocks-store.ts'
export {
  can,
  covers,
  knowsAction,
  mayChangeAccount,
  mayEnterClosed,
  roleMay,
  rolesThatMay,
  scopeOf,
  staffActions,
  type Scope,
} from './can.ts'
export { openGoogle, returnAddress, returnPath, type Google } from './google/keys.ts'
export { hashCode, ownCode } from './codes/codes.ts'
export { conversionEngine } from './sign-up/conversions.ts'
export { hashPassword } from './passwords.ts'
export { getNextFacts, shownName, setMatchingStatus, openExperiences, displayName } from './service.ts'
export {
  isKnownAdult,
  findActiveLanguages,
  findActor,
  findExperiences,
  findMaintenance,
  findStaffActor,
  flagsAsJson,
  toExperiences,
} from './store.ts'
export { linkToFoundPicture, linkToPictures } from './profile/picture.ts'
export { hasWords, wordStartsIn, type WordStart } from './staff/store.ts'
export { insertDemoEntries } from './sign-up/demo.ts'
export { newMemberFlags } from './sign-up/new-member.ts'
export { findCurrentRights, findStaffAccounts, insertDemoRights } from './staff/rights-store.ts'
export {
  findLegalVersions,
  findProjects,
  hasProject,
  insertFirstRights,
  openCohorts,
  raiseLegalVersions,
} from './sign-up/store.ts'
export { seal, unseal } from './crypto.ts'
export { acceptSecondFactor } from './second-factor/second-factor.ts'
export { describeDevice, setRefreshCookie } from './sign-in/browser.ts'
export { openSignIn, stillUsedSince } from './sign-in/sign-in.ts'
export { tokenMaker, type Tokens } from './tokens.ts'
