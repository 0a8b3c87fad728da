using System;
using System.IO;
using System.Runtime.InteropServices;

namespace SfPerf.Scenarios.Ipc.Transports;

/// <summary>The functions of libzmq that request and reply need.</summary>
internal static partial class ZeroMqNative
{
    public const int Request = 3;
    public const int Response = 4;

    private const string Library = "libzmq.so.5";
    private const int LastEndpoint = 32;
    private const int Linger = 17;
    private const int ReceiveLimit = 27;
    private const int Interrupted = 4;
    private const int AddressBytesMax = 256;

    /// <summary>Gets whether the library is installed.</summary>
    public static bool IsThere { get; } = NativeLibrary.TryLoad(Library, out _);

    public static nint MakeContext() => Check(ContextNew());

    /// <summary>Makes a socket that gives up what it could not send when it is closed.</summary>
    public static nint MakeSocket(nint context, int kind)
    {
        var socket = Check(SocketNew(context, kind));
        Set(socket, Linger, 0);
        return socket;
    }

    /// <summary>Has receiving fail after so long.</summary>
    public static void SetReceiveLimit(nint socket, TimeSpan limit) =>
        Set(socket, ReceiveLimit, (int)limit.TotalMilliseconds);

    /// <summary>Binds a socket; returns the address, its port filled in.</summary>
    public static string BindTo(nint socket, string address)
    {
        Check(Bind(socket, address));
        var text = new byte[AddressBytesMax];
        nint length = text.Length;
        Check(GetOption(socket, LastEndpoint, text, ref length));
        return System.Text.Encoding.ASCII.GetString(text, 0, (int)length - 1);
    }

    public static void ConnectTo(nint socket, string address) => Check(Connect(socket, address));

    public static void SendAll(nint socket, ReadOnlySpan<byte> message)
    {
        while (Send(socket, message, message.Length, 0) < 0)
            ThrowUnlessInterrupted();
    }

    /// <summary>Receives a message; one that does not fit is an error.</summary>
    public static int ReceiveAll(nint socket, Span<byte> buffer)
    {
        int count;
        while ((count = Receive(socket, buffer, buffer.Length, 0)) < 0)
            ThrowUnlessInterrupted();
        return count <= buffer.Length ? count
            : throw new InvalidDataException($"A message of {count} bytes; at most {buffer.Length} fit.");
    }

    public static void Close(nint context, nint socket)
    {
        _ = SocketClose(socket);
        _ = ContextEnd(context);
    }

    private static void Set(nint socket, int option, int value) =>
        Check(SetOption(socket, option, in value, sizeof(int)));

    private static nint Check(nint handle) => handle != 0 ? handle : throw Error();

    private static void Check(int result)
    {
        if (result != 0)
            throw Error();
    }

    private static void ThrowUnlessInterrupted()
    {
        if (LastError() != Interrupted)
            throw Error();
    }

    private static IOException Error() => new($"libzmq: {Marshal.PtrToStringUTF8(ErrorText(LastError()))}");

    [LibraryImport(Library, EntryPoint = "zmq_ctx_new")]
    private static partial nint ContextNew();

    [LibraryImport(Library, EntryPoint = "zmq_ctx_term")]
    private static partial int ContextEnd(nint context);

    [LibraryImport(Library, EntryPoint = "zmq_socket")]
    private static partial nint SocketNew(nint context, int kind);

    [LibraryImport(Library, EntryPoint = "zmq_close")]
    private static partial int SocketClose(nint socket);

    [LibraryImport(Library, EntryPoint = "zmq_setsockopt")]
    private static partial int SetOption(nint socket, int option, in int value, nint bytes);

    [LibraryImport(Library, EntryPoint = "zmq_getsockopt")]
    private static partial int GetOption(nint socket, int option, [Out] byte[] value, ref nint bytes);

    [LibraryImport(Library, EntryPoint = "zmq_bind", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Bind(nint socket, string address);

    [LibraryImport(Library, EntryPoint = "zmq_connect", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Connect(nint socket, string address);

    [LibraryImport(Library, EntryPoint = "zmq_send")]
    private static partial int Send(nint socket, ReadOnlySpan<byte> message, nint bytes, int flags);

    [LibraryImport(Library, EntryPoint = "zmq_recv")]
    private static partial int Receive(nint socket, Span<byte> buffer, nint bytes, int flags);

    [LibraryImport(Library, EntryPoint = "zmq_errno")]
    private static partial int LastError();

    [LibraryImport(Library, EntryPoint = "zmq_strerror")]
    private static partial nint ErrorText(int error);
}
