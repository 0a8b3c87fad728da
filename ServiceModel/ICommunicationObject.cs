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
