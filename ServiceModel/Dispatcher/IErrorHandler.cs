using System.ServiceModel.Channels;

namespace System.ServiceModel.Dispatcher;

/// <summary>Has a say in what an operation's exception becomes.</summary>
public interface IErrorHandler
{
    /// <summary>Runs after the fault was sent. True keeps the session.</summary>
    bool HandleError(Exception error);

    /// <summary>May set the fault to send; null leaves the default.</summary>
    void ProvideFault(Exception error, MessageVersion version, ref Message fault);
}
