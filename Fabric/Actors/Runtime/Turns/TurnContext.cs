using System.Threading;
using SfPerf.Fabric.Actors.Runtime.Activation;

namespace SfPerf.Fabric.Actors.Runtime.Turns;

/// <summary>
/// Flows with the code of one turn, so that the calls it makes tell where they come from. It ends with
/// the turn: work that the turn left behind calls as a stranger.
/// </summary>
internal sealed class TurnContext(ActorEntry entry, CallPath path)
{
    private static readonly AsyncLocal<TurnContext?> Flow = new();
    private ulong[]? _hops = path.Numbers; // set once; parallel calls of a turn may both want to be the first
    private bool _ended;

    /// <summary>Gets the turn that the calling code is a part of; null outside of all, and after its end.</summary>
    internal static TurnContext? Current => Flow.Value is { } context && !Volatile.Read(ref context._ended)
        ? context : null;

    /// <summary>Gets the actor whose turn it is.</summary>
    internal ActorEntry Entry => entry;

    /// <summary>Gets the path of the turn: empty as long as nobody can have been called from it.</summary>
    internal CallPath Path => Volatile.Read(ref _hops) is { } hops ? new(hops) : default;

    /// <summary>Gets or sets whether the actor deletes itself when the turn has ended.</summary>
    internal bool DeletesActor { get; set; }

    /// <summary>Gets the path of a call from the code that asks.</summary>
    internal static CallPath NextCall() => Current?.Next() ?? default;

    /// <summary>Makes this the context of the calling code and of what it starts.</summary>
    internal void Enter() => Flow.Value = this;

    internal void End() => Volatile.Write(ref _ended, true);

    private CallPath Next()
    {
        if (Volatile.Read(ref _hops) is null)
            Interlocked.CompareExchange(ref _hops, CallPath.Begin().Numbers, null);
        return Path.Next();
    }
}
