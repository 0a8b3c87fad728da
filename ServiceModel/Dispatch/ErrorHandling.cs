using System.ServiceModel.Channels;

namespace SfPerf.ServiceModel.Dispatch;

/// <summary>Asks the error handlers of an endpoint.</summary>
internal static class ErrorHandling
{
    /// <summary>Gets the fault the handlers want told; null for the default one.</summary>
    internal static Message? Provide(DispatchEngine engine, Exception error)
    {
        Message? fault = null;
        foreach (var handler in engine.ErrorHandlers)
            handler.ProvideFault(error, engine.Version, ref fault!);
        return fault;
    }

    /// <summary>Tells whether a handler dealt with the error, so that the session may go on.</summary>
    internal static bool Handle(DispatchEngine engine, Exception error)
    {
        foreach (var handler in engine.ErrorHandlers)
        {
            if (handler.HandleError(error))
                return true;
        }

        return false;
    }
}
