/** deploy/kubernetes.yaml against the schemas that Kubernetes publishes, and against the server that it runs. */
import { readFileSync } from 'node:fs';
import { validate as deployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as autoscaler } from 'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler';
import { validate as configMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap';
import { validate as service } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { validate as budget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { apiOptionsFor } from '../../src/options/data.js';
import { optionsFor } from '../../src/options/options.js';
import { serveOptions } from '../../src/options/commands.js';
import { api, inProcess } from '../support.js';
import { unseenIn } from './unseen-in.js';

const text = readFileSync(new URL('../../../../deploy/kubernetes.yaml', import.meta.url), 'utf8');

/** The manifests in a text, by their kind. */
function manifestsIn(source: string): Map<string, unknown> {
  const all = parseAllDocuments(source).map((document): unknown => document.toJS());
  return new Map(all.map((manifest) => [z.object({ kind: z.string() }).parse(manifest).kind, manifest]));
}

const schemas = {
  ConfigMap: configMap,
  Deployment: deployment,
  Service: service,
  PodDisruptionBudget: budget,
  HorizontalPodAutoscaler: autoscaler,
};

const faultsIn = (source: string) => {
  const manifests = manifestsIn(source);
  return Object.entries(schemas).flatMap(([kind, validate]) => unseenIn(manifests.get(kind), validate));
};

/** What is read of the manifests here. */
const labels = z.record(z.string(), z.string());
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const container = z.object({
  ports: z.tuple([z.object({ name: z.string(), containerPort: z.number() })]),
  startupProbe: probe,
  readinessProbe: probe,
  livenessProbe: probe,
  securityContext: z.looseObject({}),
});
const pod = z.object({
  securityContext: z.looseObject({}),
  terminationGracePeriodSeconds: z.number(),
  containers: z.tuple([container]),
});
const of = <Shape extends z.ZodType>(kind: string, shape: Shape) =>
  z.object({ metadata: z.object({ name: z.string() }), spec: shape }).parse(manifestsIn(text).get(kind));

const { metadata, spec } = of(
  'Deployment',
  z.object({
    selector: z.object({ matchLabels: labels }),
    template: z.object({ metadata: z.object({ labels }), spec: pod }),
  }),
);
const [server] = spec.template.spec.containers;

describe('the schemas', () => {
  it('fit, and know every member', () => {
    expect([...manifestsIn(text).keys()]).toEqual(Object.keys(schemas));
    expect(faultsIn(text)).toEqual([]);
  });

  it.each([
    ['a member that there is not', 'readOnlyRootFilesystem', 'readonlyRootFilesystem', '/readonlyRootFilesystem'],
    ['a wrong type', 'containerPort: 4010', 'containerPort: http', 'integer'],
    [
      'a member too few',
      '  selector:\n    matchLabels: { app.kubernetes.io/name: understudy }\n  strategy',
      '  strategy',
      'selector',
    ],
  ])('refuse %s', (_, from, to, said) => {
    expect(text).toContain(from);
    expect(faultsIn(text.replace(from, to)).join()).toContain(said);
  });
});

it('selects its own pods everywhere', () => {
  const all = [
    spec.selector.matchLabels,
    of('Service', z.object({ selector: labels })).spec.selector,
    of('PodDisruptionBudget', z.object({ selector: z.object({ matchLabels: labels }) })).spec.selector.matchLabels,
  ];
  for (const selected of all) expect(selected).toEqual(spec.template.metadata.labels);
  const scaled = of('HorizontalPodAutoscaler', z.object({ scaleTargetRef: z.object({ name: z.string() }) }));
  expect(scaled.spec.scaleTargetRef.name).toBe(metadata.name);
});

it('is what the restricted standard for pods asks for', () => {
  expect(spec.template.spec.securityContext).toMatchObject({
    runAsNonRoot: true,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  expect(server.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
});

it('runs as the user of the image, on its port', () => {
  const image = readFileSync(new URL('../../../../deploy/Dockerfile', import.meta.url), 'utf8');
  const { runAsUser, runAsGroup } = spec.template.spec.securityContext;
  expect(image).toContain(`\nUSER ${String(runAsUser)}:${String(runAsGroup)}\n`);
  expect(image).toContain(`PORT=${server.ports[0].containerPort} `);
  const { ports } = of('Service', z.object({ ports: z.tuple([z.object({ targetPort: z.string() })]) })).spec;
  expect(ports[0].targetPort).toBe(server.ports[0].name);
});

it('gives no variable that the server does not read', () => {
  const { data } = z.object({ data: labels }).parse(manifestsIn(text).get('ConfigMap'));
  const options = { ...optionsFor(api.sizes), ...serveOptions, ...apiOptionsFor([]) };
  const known = Object.values(options).map(({ variable }) => variable);
  const inSecret = Array.from(text.matchAll(/--from-literal=(\w+)=/g), ([, name]) => name);
  expect(inSecret).toHaveLength(3);
  expect(known).toEqual(expect.arrayContaining([...Object.keys(data), ...inSecret]));
});

it('asks for what the server answers', async () => {
  const { fetch, close } = await inProcess();
  for (const { httpGet } of [server.startupProbe, server.readinessProbe, server.livenessProbe]) {
    expect((await fetch(httpGet.path)).status).toBe(200);
    expect(httpGet.port).toBe(server.ports[0].name);
  }
  await close();
});

it('waits for longer than a server takes to stop', () => {
  const { data } = z.object({ data: labels }).parse(manifestsIn(text).get('ConfigMap'));
  const drain = serveOptions.drain.read(data['UNDERSTUDY_DRAIN']);
  expect(drain).toBeGreaterThan(0);
  expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(drain + 13.5);
});
