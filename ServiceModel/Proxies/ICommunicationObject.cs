using System.ServiceModel.Channels;

namespace System.ServiceModel;

/// <summary>The life of hosts, factories and channels: made, opened, closed or aborted, never opened again.</summary>
public interface ICommunicationObject
{
    event EventHandler? Closed;

    event EventHandler? Closing;

    event EventHandler? Faulted;

    event EventHandler? Opened;

    event EventHandler? Opening;

    CommunicationState State { get; }

    void Abort();

    void Close();

    void Close(TimeSpan timeout);

    IAsyncResult BeginClose(AsyncCallback? callback, object? state);

    IAsyncResult BeginClose(TimeSpan timeout, AsyncCallback? callback, object? state);

    void EndClose(IAsyncResult result);

    void Open();

    void Open(TimeSpan timeout);

    IAsyncResult BeginOpen(AsyncCallback? callback, object? state);

    IAsyncResult BeginOpen(TimeSpan timeout, AsyncCallback? callback, object? state);

    void EndOpen(IAsyncResult result);
}

/// <summary>The states of a communication object, in order.</summary>
public enum CommunicationState
{
    Created,
    Opening,
    Opened,
    Closing,
    Closed,
    Faulted,
}

/// <summary>What every channel tells about itself.</summary>
public interface IContextChannel : IChannel
{
    EndpointAddress? LocalAddress { get; }

    /// <summary>Gets or sets the longest wait for a reply; the binding's SendTimeout unless set.</summary>
    TimeSpan OperationTimeout { get; set; }

    EndpointAddress? RemoteAddress { get; }

    string? SessionId { get; }
}

/// <summary>A channel that calls a service. Any number of threads may call at once.</summary>
public interface IClientChannel : IContextChannel, IDisposable
{
    Uri Via { get; }
}

/// <summary>A channel whose service may call back.</summary>
public interface IDuplexContextChannel : IClientChannel
{
    InstanceContext? CallbackInstance { get; }
}
