using System;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Settings of an actor service. The service copies them when it is made.</summary>
public sealed class ActorServiceSettings
{
    public ActorServiceSettings()
    {
    }

    internal ActorServiceSettings(ActorServiceSettings other)
    {
        ActorGarbageCollectionSettings = new(other.ActorGarbageCollectionSettings);
        ActorConcurrencySettings = new(other.ActorConcurrencySettings);
        ReminderSettings = new(other.ReminderSettings);
    }

    /// <exception cref="ArgumentNullException">Null.</exception>
    public ActorGarbageCollectionSettings ActorGarbageCollectionSettings
    {
        get;
        set => field = value ?? throw new ArgumentNullException(nameof(value));
    } = new();

    /// <exception cref="ArgumentNullException">Null.</exception>
    public ActorConcurrencySettings ActorConcurrencySettings
    {
        get;
        set => field = value ?? throw new ArgumentNullException(nameof(value));
    } = new();

    /// <exception cref="ArgumentNullException">Null.</exception>
    public ReminderSettings ReminderSettings
    {
        get;
        set => field = value ?? throw new ArgumentNullException(nameof(value));
    } = new();
}
