using System.ServiceModel.Channels;

namespace System.ServiceModel;

/// <summary>A fault told by the other side, or thrown by an operation to be told to it as it stands.</summary>
/// <remarks>The operation has run, or was refused by the service, and has answered: the channel stays usable after a
/// fault that the service meant. After an unexpected exception of the service, whose code has the subcode
/// InternalServiceFault, the session breaks and the channel is Faulted, unless an error handler of the service keeps
/// it.</remarks>
public class FaultException : CommunicationException
{
    private const string NoReason = "The creator of this fault did not specify a Reason.";

    private readonly MessageFault? _fault;

    /// <summary>Creates a fault of a sender with a default reason.</summary>
    public FaultException()
        : this(NoReason)
    {
    }

    /// <summary>Creates a fault of a sender.</summary>
    public FaultException(string reason)
        : this(ToReason(reason))
    {
    }

    /// <summary>Creates a fault of a sender.</summary>
    public FaultException(FaultReason reason)
        : this(reason, null!, null!)
    {
    }

    /// <summary>Creates a fault with the default action.</summary>
    public FaultException(string reason, FaultCode code)
        : this(ToReason(reason), code, null!)
    {
    }

    /// <summary>Creates a fault with the default action.</summary>
    public FaultException(FaultReason reason, FaultCode code)
        : this(reason, code, null!)
    {
    }

    /// <summary>Creates a fault.</summary>
    public FaultException(string reason, FaultCode code, string action)
        : this(ToReason(reason), code, action)
    {
    }

    /// <summary>Creates a fault.</summary>
    /// <param name="reason">Null for a default text.</param>
    /// <param name="code">Null for Sender.</param>
    /// <param name="action">The action of the fault's message; null for the default.</param>
    public FaultException(FaultReason reason, FaultCode code, string action)
        : base((reason ??= new FaultReason(NoReason)).ToString())
    {
        Reason = reason;
        Code = code ?? new FaultCode("Sender");
        Action = action;
    }

    /// <summary>Creates a fault of a code, reason and detail, with the default action.</summary>
    public FaultException(MessageFault fault)
        : this(fault, null!)
    {
    }

    /// <summary>Creates a fault of a code, reason and detail.</summary>
    /// <param name="fault">Not null.</param>
    /// <param name="action">The action of the fault's message; null for the default.</param>
    public FaultException(MessageFault fault, string action)
        : this((fault ?? throw new ArgumentNullException(nameof(fault))).Reason, fault.Code, action) => _fault = fault;

    /// <summary>Gets the action the fault came with, or shall go with; null for the default.</summary>
    public string? Action { get; }

    /// <summary>Gets the code; Sender unless given.</summary>
    public FaultCode Code { get; }

    /// <summary>Gets the reason in all its languages.</summary>
    public FaultReason Reason { get; }

    /// <summary>Makes the typed exception whose detail type's data contract is the detail's element, with the default
    /// action.</summary>
    /// <inheritdoc cref="CreateFault(MessageFault, string, Type[])"/>
    public static FaultException CreateFault(MessageFault messageFault, params Type[] faultDetailTypes) =>
        CreateFault(messageFault, null!, faultDetailTypes);

    /// <summary>Makes the typed exception whose detail type's data contract is the detail's element.</summary>
    /// <param name="messageFault">Not null.</param>
    /// <param name="action">The action of the fault's message; null for the default.</param>
    /// <param name="faultDetailTypes">The types that the detail may be of, in the order they are tried.</param>
    /// <returns>A <see cref="FaultException{TDetail}"/>; a plain <see cref="FaultException"/> if no type
    /// fits.</returns>
    public static FaultException CreateFault(MessageFault messageFault, string action, params Type[] faultDetailTypes)
    {
        ArgumentNullException.ThrowIfNull(messageFault);
        foreach (var type in faultDetailTypes ?? [])
        {
            if (messageFault.TryGetDetail(type, null, out var detail))
                return CreateTyped(type, detail, messageFault, action);
        }

        return new FaultException(messageFault, action);
    }

    /// <summary>Makes the fault as it is written. For a fault that came over the wire it has the detail that was
    /// received.</summary>
    public virtual MessageFault CreateMessageFault() => _fault ?? MessageFault.CreateFault(Code, Reason);

    /// <summary>Gets type, reason, code and stack, for a log.</summary>
    public override string ToString() => $"{GetType()}: {Message} (Fault code: {Code.Name}).\n{StackTrace}";

    private protected static FaultReason ToReason(string? reason) => new(reason ?? NoReason);

    internal static FaultException CreateTyped(Type type, object? detail, MessageFault fault, string? action) =>
        (FaultException)Activator.CreateInstance(
            typeof(FaultException<>).MakeGenericType(type), detail, fault.Reason, fault.Code, action)!;
}
