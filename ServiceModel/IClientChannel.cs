namespace System.ServiceModel;

/// <summary>A channel that calls a service. Any number of threads may call at once.</summary>
public interface IClientChannel : IContextChannel, IDisposable
{
    Uri Via { get; }
}
