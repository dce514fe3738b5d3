/** Whole datasets of organizations, for the tests. */
import { type AnyCollection, Dataset } from '../../../kit/index.js';
import { apiKeys, members } from './member.js';
import { auditEntries } from '../audit.js';
import { contacts, importJobs } from './contact.js';
import { organizations } from './organization.js';

/** The seeded collections of the domain. */
export const saasCollections: readonly AnyCollection[] = [
  organizations,
  members,
  apiKeys,
  contacts,
  importJobs,
  auditEntries,
];

/** A dataset with so many organizations, contacts and users. */
export const officesOf = (organizationCount: number, contactCount: number, userCount = 50): Dataset =>
  new Dataset('understudy', { organizations: organizationCount, contacts: contactCount, users: userCount });
