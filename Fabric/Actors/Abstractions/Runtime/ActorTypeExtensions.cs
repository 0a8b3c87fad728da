#nullable disable

using System;
using System.Linq;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Tells what of the actor model a type is.</summary>
public static class ActorTypeExtensions
{
    /// <summary>Gets the actor interfaces that a class implements.</summary>
    public static Type[] GetActorInterfaces(this Type type) =>
        [.. type.GetInterfaces().Where(i => i.GetNonActorParentType() is null)];

    /// <summary>Gets the event interfaces that a class, or an actor interface, publishes.</summary>
    public static Type[] GetActorEventInterfaces(this Type type) =>
    [
        .. type.GetActorInterfaces().Concat(type.IsActorInterface() ? [type] : []).SelectMany(i => i.GetInterfaces())
            .Where(IsPublisher).Select(p => p.GetGenericArguments()[0]).Distinct(),
    ];

    /// <summary>Tells whether a type is an interface that derives from IActor and from nothing else.</summary>
    public static bool IsActorInterface(this Type actorInterfaceType) =>
        actorInterfaceType.IsInterface && actorInterfaceType.GetNonActorParentType() is null;

    public static bool IsActor(this Type actorType) => actorType.IsSubclassOf(typeof(Actor));

    public static bool IsRemindableActor(this Type actorType) =>
        actorType.IsActor() && actorType.IsAssignableTo(typeof(IRemindable));

    /// <summary>
    /// Gets the first interface, of a type and what it derives from, that is no actor interface; null if all are.
    /// </summary>
    internal static Type GetNonActorParentType(this Type type)
    {
        var parents = type.GetInterfaces();
        return !parents.Contains(typeof(IActor)) ? type : parents
            .Where(p => p != typeof(IActor) && p != typeof(IActorEventPublisher) && !IsPublisher(p))
            .Select(GetNonActorParentType).FirstOrDefault(p => p is not null);
    }

    private static bool IsPublisher(Type type) =>
        type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IActorEventPublisher<>);
}
