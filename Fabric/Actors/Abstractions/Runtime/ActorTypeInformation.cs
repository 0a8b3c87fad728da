#nullable disable

using System;
using System.Collections.Generic;
using System.Reflection;
using SfPerf.Fabric.Actors;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Describes an actor class, as <see cref="Get"/> has read and checked it.</summary>
public sealed class ActorTypeInformation
{
    /// <summary>Initializes an empty description, of no class. <see cref="Get"/> makes that of a class.</summary>
    public ActorTypeInformation()
    {
    }

    /// <summary>Gets the actor class.</summary>
    public Type ImplementationType { get; private init; }

    /// <summary>Gets the actor interfaces that the class implements.</summary>
    public IEnumerable<Type> InterfaceTypes { get; private init; }

    /// <summary>Gets the event interfaces that the actor interfaces publish; empty if there are none.</summary>
    public IEnumerable<Type> EventInterfaceTypes { get; private init; }

    /// <summary>Gets the name that <see cref="ActorServiceAttribute"/> gives; null without one.</summary>
    public string ServiceName { get; private init; }

    /// <summary>
    /// Gets a value indicating whether the class is abstract. Such a class need not implement an actor interface.
    /// </summary>
    public bool IsAbstract { get; private init; }

    /// <summary>Gets a value indicating whether the class implements <see cref="IRemindable"/>.</summary>
    public bool IsRemindable { get; private init; }

    /// <summary>Gets where the state of the actors lives.</summary>
    /// <value>That of the class's own <see cref="StatePersistenceAttribute"/>, which is not inherited; None without
    /// one.</value>
    public StatePersistence StatePersistence { get; private init; }

    /// <summary>Reads and checks an actor class.</summary>
    /// <param name="actorType">A class that derives from <see cref="Actor"/>.</param>
    /// <returns>The description of the class.</returns>
    /// <exception cref="ArgumentException">The class does not derive from <see cref="Actor"/>; it is not abstract and
    /// implements no actor interface; it implements several and <see cref="ActorServiceAttribute"/> gives it no name;
    /// or a member of an interface cannot be called remotely. The message names the member and what is wrong with
    /// it.</exception>
    /// <exception cref="ArgumentNullException">The type is null.</exception>
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

    /// <summary>
    /// Reads and checks an actor class, as <see cref="Get"/> does, but returns false where that throws an
    /// ArgumentException.
    /// </summary>
    /// <param name="actorType">A class; null is one that cannot be read.</param>
    /// <param name="actorTypeInformation">The description of the class; null if it cannot be an actor class.</param>
    /// <returns>True if the class can be an actor class.</returns>
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
