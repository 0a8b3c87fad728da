using System;
using System.Runtime.Serialization;
using Microsoft.ServiceFabric.Actors;

namespace SfPerf.Fabric.Actors.Client;

/// <summary>
/// Describes how actors and their proxies travel where an actor interface is declared: as references, bound on arrival.
/// </summary>
internal sealed class ActorSurrogate : ISerializationSurrogateProvider
{
    internal static ActorSurrogate Instance { get; } = new();

    public Type GetSurrogateType(Type type) =>
        type.IsInterface && type.IsAssignableTo(typeof(IActor)) ? typeof(ActorReference) : type;

    public object GetObjectToSerialize(object obj, Type targetType) =>
        obj is IActor actor ? ActorReference.Get(actor) : obj;

    public object GetDeserializedObject(object obj, Type targetType) =>
        obj is ActorReference reference && targetType.IsInterface && targetType.IsAssignableTo(typeof(IActor))
            ? reference.Bind(targetType) : obj;
}
