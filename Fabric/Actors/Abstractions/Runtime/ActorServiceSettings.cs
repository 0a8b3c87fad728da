using System;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>
/// Holds the settings of an actor service. The constructor of <c>ActorService</c> copies them, so that later changes of
/// this object have no effect.
/// </summary>
public sealed class ActorServiceSettings
{
    /// <summary>Initializes settings that all have their default values.</summary>
    public ActorServiceSettings()
    {
    }

    internal ActorServiceSettings(ActorServiceSettings other)
    {
        ActorGarbageCollectionSettings = new(other.ActorGarbageCollectionSettings);
        ActorConcurrencySettings = new(other.ActorConcurrencySettings);
        ReminderSettings = new(other.ReminderSettings);
    }

    /// <summary>Gets or sets when actors that nobody calls leave the memory.</summary>
    /// <value>Never null; the default settings unless set.</value>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public ActorGarbageCollectionSettings ActorGarbageCollectionSettings
    {
        get;
        set => field = value ?? throw new ArgumentNullException(nameof(value));
    } = new();

    /// <summary>Gets or sets how the calls of an actor wait for each other.</summary>
    /// <value>Never null; the default settings unless set.</value>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public ActorConcurrencySettings ActorConcurrencySettings
    {
        get;
        set => field = value ?? throw new ArgumentNullException(nameof(value));
    } = new();

    /// <summary>Gets or sets how reminders are kept.</summary>
    /// <value>Never null; the default settings unless set.</value>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public ReminderSettings ReminderSettings
    {
        get;
        set => field = value ?? throw new ArgumentNullException(nameof(value));
    } = new();
}
