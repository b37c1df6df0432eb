import type { DeclaredActor } from '#charts/model/chart-source.ts';
import type { Declaration } from './declared-types.ts';
import { calleeOf, isNode, type SyntaxNode } from './syntax.ts';

type Part = 'input' | 'output' | 'receives' | undefined;

/** Type parameters of XState 5's actor logic types and creators, in order. */
const PARTS: Record<string, { kind: DeclaredActor['kind']; parts: Part[] }> = {
  PromiseActorLogic: { kind: 'promise', parts: ['output', 'input'] },
  fromPromise: { kind: 'promise', parts: ['output', 'input'] },
  CallbackActorLogic: { kind: 'callback', parts: ['receives', 'input'] },
  fromCallback: { kind: 'callback', parts: ['receives', 'input'] },
  ObservableActorLogic: { kind: 'observable', parts: [undefined, 'input'] },
  fromObservable: { kind: 'observable', parts: [undefined, 'input'] },
  fromEventObservable: { kind: 'observable', parts: [undefined, 'input'] },
  TransitionActorLogic: { kind: 'transition', parts: [undefined, 'receives', 'input'] },
  fromTransition: { kind: 'transition', parts: [undefined, 'receives', undefined, 'input'] },
};

/**
 * Reads one entry of `setup({ actors })`: its type (`{} as { sendCode: PromiseActorLogic<…> }`,
 * `typeof otpMachine`), or the expression that creates it (`fromPromise<…>(…)`, `otpMachine`).
 */
export const readActor = (
  node: SyntaxNode,
  declarations: ReadonlyMap<string, Declaration>,
  textOf: (node: SyntaxNode) => string,
): DeclaredActor => {
  const typeName = node['typeName'] ?? node['exprName'];
  const name = isNode(typeName) ? String(typeName['name']) : calleeOf(node) || String(node['name']);
  const known = PARTS[name];
  if (!known) {
    const declaration = declarations.get(name);
    if (declaration?.node) return readActor(declaration.node, declarations, textOf);
    const module = declaration?.module;
    return { kind: module === undefined ? 'other' : 'chart', text: textOf(node), module };
  }
  const given = node['typeArguments'] as SyntaxNode | undefined;
  const texts = ((given?.['params'] ?? []) as SyntaxNode[]).map(textOf);
  const textFor = (part: Part) => texts[known.parts.indexOf(part)];
  return {
    kind: known.kind,
    text: given ? `${name}<${texts.join(', ')}>` : name,
    input: textFor('input'),
    output: known.parts.includes('output') ? textFor('output') : undefined,
    receives: known.parts.includes('receives') ? textFor('receives') : undefined,
  };
};
