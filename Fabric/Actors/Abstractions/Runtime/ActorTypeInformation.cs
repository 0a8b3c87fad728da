#nullable disable

using System;
using System.Collections.Generic;
using System.Reflection;
using SfPerf.Fabric.Actors;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>What the runtime knows of an actor class.</summary>
public sealed class ActorTypeInformation
{
    public ActorTypeInformation()
    {
    }

    public Type ImplementationType { get; private init; }

    public IEnumerable<Type> InterfaceTypes { get; private init; }

    public IEnumerable<Type> EventInterfaceTypes { get; private init; }

    /// <summary>Gets the name that <see cref="ActorServiceAttribute"/> gives; null without one.</summary>
    public string ServiceName { get; private init; }

    public bool IsAbstract { get; private init; }

    public bool IsRemindable { get; private init; }

    public StatePersistence StatePersistence { get; private init; }

    /// <summary>Reads and checks an actor class.</summary>
    /// <exception cref="ArgumentException">
    /// The class is no actor, or a member of an interface of its cannot be called remotely: which, and why.
    /// </exception>
    public static ActorTypeInformation Get(Type actorType)
    {
        ArgumentNullException.ThrowIfNull(actorType);
        if (!actorType.IsActor())
            throw Refused(actorType, $"does not derive from {typeof(Actor).FullName}");
        var serviceName = actorType.GetCustomAttribute<ActorServiceAttribute>()?.Name;
        var interfaces = actorType.GetActorInterfaces();
        if (interfaces.Length == 0 && !actorType.IsAbstract)
            throw Refused(actorType, "implements no interface that derives from IActor and only from such interfaces");
        foreach (var contract in interfaces)
            InterfaceChecks.CheckActorInterface(contract);
        if (interfaces.Length > 1 && string.IsNullOrEmpty(serviceName) && !actorType.IsAbstract)
        {
            throw Refused(actorType,
                "implements several actor interfaces; give its service a name with [ActorService(Name = ...)]");
        }

        var events = actorType.GetActorEventInterfaces();
        foreach (var contract in events)
            InterfaceChecks.CheckEventInterface(contract);
        return new()
        {
            ImplementationType = actorType,
            InterfaceTypes = interfaces,
            EventInterfaceTypes = events,
            ServiceName = serviceName,
            IsAbstract = actorType.IsAbstract,
            IsRemindable = actorType.IsRemindableActor(),
            StatePersistence = actorType.GetCustomAttribute<StatePersistenceAttribute>(false)?.StatePersistence
                ?? StatePersistence.None,
        };
    }

    /// <summary>As <see cref="Get"/>, but false where that throws an ArgumentException.</summary>
    public static bool TryGet(Type actorType, out ActorTypeInformation actorTypeInformation)
    {
        try
        {
            actorTypeInformation = Get(actorType);
            return true;
        }
        catch (ArgumentException)
        {
            actorTypeInformation = null;
            return false;
        }
    }

    private static ArgumentException Refused(Type type, string why) =>
        new($"The class {type.FullName} cannot be an actor: it {why}.", "actorType");
}
