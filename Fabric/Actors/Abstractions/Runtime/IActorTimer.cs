using System;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>A timer of an active actor; it lives in memory only.</summary>
public interface IActorTimer : IDisposable
{
    TimeSpan DueTime { get; }

    TimeSpan Period { get; }
}
