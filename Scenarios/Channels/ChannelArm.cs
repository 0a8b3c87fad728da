using System;

namespace SfPerf.Scenarios.Channels;

/// <summary>
/// Represents one way of making calls. For each block of calls: <see cref="Begin"/>, then <see cref="Call"/> as often
/// as wanted and <see cref="End"/> in the timed region, then <see cref="IDisposable.Dispose"/>. One thread at a time.
/// </summary>
internal abstract class ChannelArm(string name) : IDisposable
{
    public string Name { get; } = name;

    /// <summary>Sets up what the calls share, and makes one call outside the timed region.</summary>
    public abstract void Begin();

    public abstract void Call();

    /// <summary>Closes what the calls shared.</summary>
    public virtual void End()
    {
    }

    public virtual void Dispose()
    {
    }
}
